import '../styles/toasts.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Toast } from '@base-ui/react/toast';
import { useEffect } from 'react';
import { showNotices } from './notify.ts';

const manager = Toast.createToastManager();

/** The notices, in a corner of the page. Each leaves after some seconds; F6 leads to them by keyboard. */
export function Toasts() {
  useEffect(
    () => showNotices(({ title, words }) => void manager.add({ title, description: words })),
    [],
  );
  return (
    <CSPProvider disableStyleElements>
      <Toast.Provider toastManager={manager} timeout={8_000}>
        <Toast.Portal>
          <Toast.Viewport className="toasts" aria-label="Notices">
            <ToastList />
          </Toast.Viewport>
        </Toast.Portal>
      </Toast.Provider>
    </CSPProvider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="toast" swipeDirection={[]}>
      <Toast.Content className="toast-content">
        <Toast.Title className="toast-title" />
        <Toast.Description className="toast-words" />
        <Toast.Close className="button quiet small">Close</Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

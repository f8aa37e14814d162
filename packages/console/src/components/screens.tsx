import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { demandedLogin, onLoginDemand } from '../api/login-again.ts';
import { hasNotices, onFirstNotice } from './notify.ts';

const Toasts = lazy(async () => {
  const { Toasts: component } = await import('./toasts.tsx');
  return { default: component };
});
const LoginAgain = lazy(async () => {
  const { LoginAgain: component } = await import('./login-again-dialog.tsx');
  return { default: component };
});

/** The screen, and what any screen may need beside it: notices, and a login that the service demands. */
export function Screens() {
  const demand = useSyncExternalStore(onLoginDemand, demandedLogin);
  const isNoticed = useSyncExternalStore(onFirstNotice, hasNotices);
  return (
    <>
      <Outlet />
      <Suspense fallback={null}>
        {demand && <LoginAgain demand={demand} />}
        {isNoticed && <Toasts />}
      </Suspense>
    </>
  );
}

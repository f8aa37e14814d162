import { type ReactNode, useId, useRef } from 'react';

interface MenuProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A button that shows links and commands in a native popover; a chosen one closes it. */
export function Menu({ label, className = 'button', children }: MenuProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  return (
    <div>
      <button type="button" className={className} popoverTarget={id}>
        {label} <span aria-hidden="true">▾</span>
      </button>
      <div id={id} popover="auto" className="menu" ref={list} onClickCapture={close}>
        {children}
      </div>
    </div>
  );

  function close(): void {
    // The click itself still reaches the link.
    setTimeout(() => list.current?.hidePopover());
  }
}

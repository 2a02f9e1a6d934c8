import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useReader } from './reader';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Open while it is drawn. The browser keeps the focus inside and gives it back; Escape closes. */
export const Dialog = ({ title, onClose, children }: DialogProps) => {
  const { words } = useReader();
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => element.current?.showModal(), []);
  return (
    <dialog ref={element} aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>{title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard */}
      <div class="scroll" tabIndex={0}>
        {children}
      </div>
      <button type="button" onClick={() => element.current?.close()}>
        {words.parts.close}
      </button>
    </dialog>
  );
};

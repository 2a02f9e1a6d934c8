import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useReader } from '../../parts/reader';
import { go } from '../../parts/router';
import { paymentPath } from './paths';

const isTyping = (element: EventTarget | null): boolean =>
  element instanceof HTMLElement && element.matches('input, select, textarea');

/** Opens a payment by its id; the key `/` jumps here. */
export const OpenPayment = () => {
  const { bar } = useReader().words;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const id = input.current?.value.trim() ?? '';
    if (id !== '') go(paymentPath(id));
  };
  return (
    <search>
      <form class="open-payment" onSubmit={onSubmit}>
        <input ref={input} type="search" aria-label={bar.find} placeholder={bar.findHint} maxLength={200} required />
        <button type="submit">{bar.open}</button>
      </form>
    </search>
  );
};

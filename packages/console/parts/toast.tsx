import { useEffect, useState } from 'preact/hooks';

const SHOWN_MS = 4_000;
const listeners = new Set<(text: string) => void>();

/** Says a short text for four seconds, on the screen and to screen readers. */
export const toast = (text: string): void => {
  for (const listener of listeners) listener(text);
};

/** Where toasts appear; once a page. */
export const Toasts = () => {
  const [text, setText] = useState('');
  useEffect(() => {
    listeners.add(setText);
    return () => void listeners.delete(setText);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => setText(''), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <output class="toast" aria-live="polite">
      {text}
    </output>
  );
};

import type { ComponentChildren } from 'preact';
import { go } from './router';

interface LinkProps {
  readonly to: string;
  readonly class?: string;
  /** The page is open. */
  readonly isCurrent?: boolean;
  readonly children: ComponentChildren;
}

const opensElsewhere = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean => ctrlKey || metaKey || shiftKey;

/** A link to a page of the console, which opens it without loading. */
export const Link = ({ to, class: name, isCurrent = false, children }: LinkProps) => {
  const onClick = (event: MouseEvent) => {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a href={to} class={name} aria-current={isCurrent ? 'page' : undefined} onClick={onClick}>
      {children}
    </a>
  );
};

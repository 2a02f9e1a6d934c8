import type { ComponentChildren, TargetedSubmitEvent } from 'preact';
import { useReader } from '../../parts/reader';
import { go } from '../../parts/router';
import { listPath, type Screen } from './paths';
import { useDashboardWords, useMember } from './signed-in';

/** Filters by their names; none is empty. */
export const filtersIn = (query: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...new URLSearchParams(query)].filter(([, value]) => value !== ''));

const filled = (fields: FormData): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...fields].flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()] as const] : [],
    ),
  );

/** The address keeps the filters. */
export const FilterForm = ({ screen, children }: { screen: Screen; children: ComponentChildren }) => {
  const { finding } = useReader().words;
  const { apply } = useDashboardWords();
  const { mode } = useMember();
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    go(listPath(mode, screen, filled(new FormData(event.currentTarget))));
  };
  return (
    <details class="filters">
      <summary>{finding.filters}</summary>
      <form onSubmit={onSubmit}>
        {children}
        <p class="tools">
          <button type="submit" class="primary">
            {apply}
          </button>
        </p>
      </form>
    </details>
  );
};

export const Field = ({ name, children }: { name: string; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
  <label>
    <span>{name}</span>
    {children}
  </label>
);

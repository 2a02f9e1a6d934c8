import type { ComponentChildren, TargetedSubmitEvent } from 'preact';
import { useReader } from '../../../parts/reader';
import { go } from '../../../parts/router';
import { wordFor } from '../../../words/codes';
import { paymentsPath } from '../../frame/paths';
import { FILTERS, type Filter, type Filters, filtersOf, isAmount, isTime, reaisOf } from './filters';

type Choices = Readonly<Record<string, string>>;

/** Every filter of the list; the address keeps them. */
export const FilterForm = ({ filters, modes }: { filters: Filters; modes: readonly string[] }) => {
  const { words } = useReader();
  const { finding } = words;
  const choices: Partial<Record<Filter, Choices>> = {
    ...{ kind: words.kinds, status: words.statuses, method: finding.methods, label: finding.labels },
    held: { true: words.page.yes },
  };
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    go(paymentsPath(filtersOf(new FormData(event.currentTarget))));
  };
  return (
    <details class="filters">
      <summary>{finding.filters}</summary>
      <form onSubmit={onSubmit}>
        <Field name={finding.mode}>
          <select name="mode">
            <Options
              of={Object.fromEntries(modes.map((mode) => [mode, wordFor(words.modes, mode)]))}
              chosen={filters['mode']}
            />
          </select>
        </Field>
        {FILTERS.map((name) => (
          <Field key={name} name={finding.filterNames[name]}>
            <Input name={name} choices={choices[name]} value={filters[name] ?? ''} />
          </Field>
        ))}
        <p class="tools">
          <button type="submit" class="primary">
            {finding.apply}
          </button>
        </p>
      </form>
    </details>
  );
};

const Field = ({ name, children }: { name: string; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
  <label>
    <span>{name}</span>
    {children}
  </label>
);

const Options = ({ of: choices, chosen }: { of: Choices; chosen: string | undefined }) => (
  <>
    {Object.entries(choices).map(([value, word]) => (
      <option key={value} value={value} selected={value === chosen}>
        {word}
      </option>
    ))}
  </>
);

const Input = ({ name, choices, value }: { name: Filter; choices: Choices | undefined; value: string }) => {
  const { finding } = useReader().words;
  if (choices !== undefined)
    return (
      <select name={name}>
        <Options of={{ '': finding.any, ...choices }} chosen={value} />
      </select>
    );
  if (isTime(name)) return <input type="date" name={name} value={value} />;
  if (isAmount(name))
    return <input name={name} value={reaisOf(value)} inputMode="decimal" pattern="[0-9]{1,13}([.,][0-9]{1,2})?" />;
  return <input name={name} value={value} maxLength={128} spellcheck={false} />;
};

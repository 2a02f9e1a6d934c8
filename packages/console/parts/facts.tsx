import type { ComponentChildren } from 'preact';

/** A name and its value; a fact without a value is not drawn. */
export type Fact = readonly [name: string, value: ComponentChildren];

export const Facts = ({ of: facts }: { of: readonly Fact[] }) => (
  <dl class="facts">
    {facts
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);

interface ChoicesProps {
  readonly of: Readonly<Record<string, string>>;
  readonly chosen?: string | undefined;
  readonly any?: string;
}

/** The choices of a field; `any` is the choice of none. */
export const Choices = ({ of: choices, chosen, any }: ChoicesProps) => (
  <>
    {any !== undefined && <option value="">{any}</option>}
    {Object.entries(choices).map(([value, word]) => (
      <option key={value} value={value} selected={value === chosen}>
        {word}
      </option>
    ))}
  </>
);

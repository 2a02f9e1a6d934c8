import { useReader } from '../reader';

interface TimeProps {
  /** ISO 8601. */
  readonly of: string;
  readonly only?: 'minute' | 'second';
}

/** São Paulo's time with its zone; UTC under the pointer. */
export const Time = ({ of: iso, only }: TimeProps) => {
  const { times } = useReader();
  return (
    <time dateTime={iso} title={iso} class="time">
      {times[only ?? 'whole'](iso)}
    </time>
  );
};

import { Link } from '../../parts/link';
import { useReader } from '../../parts/reader';
import { listPath, type Screen } from './paths';
import { useDashboardWords, useMember } from './signed-in';

interface OlderProps {
  readonly screen: Screen;
  /** By the names of the service. */
  readonly filters: Readonly<Record<string, string>>;
  readonly nextCursor: string | null;
  readonly label: string;
  readonly onReload: () => void;
}

/** The pages of a list; the address keeps filters and place. */
export const Older = ({ screen, filters, nextCursor, label, onReload }: OlderProps) => {
  const { states } = useReader().words;
  const { firstPage } = useDashboardWords();
  const { mode } = useMember();
  const { cursor, ...rest } = filters;
  return (
    <p class="tools">
      {cursor !== undefined && <Link to={listPath(mode, screen, rest)}>{firstPage}</Link>}
      {nextCursor !== null && <Link to={listPath(mode, screen, { ...rest, cursor: nextCursor })}>{label}</Link>}
      <button type="button" onClick={onReload}>
        {states.reload}
      </button>
    </p>
  );
};

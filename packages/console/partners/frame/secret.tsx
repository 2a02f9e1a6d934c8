import { CopyButton } from '../../parts/values/copy';
import { useDashboardWords } from './signed-in';

/** Shown in the page that made it, and nowhere else. */
export const Secret = ({ children }: { children: string }) => {
  const { developers } = useDashboardWords();
  return (
    <output class="notice">
      <p>{developers.once}</p>
      <pre class="secret">{children}</pre>
      <CopyButton text={children} />
    </output>
  );
};

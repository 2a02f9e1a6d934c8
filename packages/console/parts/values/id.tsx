import { shortened } from '../../words/format';
import { useReader } from '../reader';
import { copy } from './copy';
import { visibleText } from './visible';

const MOST = 500;

/** An id in mono, shortened in the middle; a click copies the whole. */
export const Id = ({ children }: { children: string }) => {
  const { words } = useReader();
  const shown = visibleText(children, MOST);
  return (
    <button type="button" class="id" title={`${words.parts.copy}: ${shown}`} onClick={() => void copy(children, words)}>
      {shortened(shown)}
    </button>
  );
};

import { useState } from 'preact/hooks';
import { Dialog } from '../dialog';
import { useReader } from '../reader';
import { type Piece, visible } from './visible';

const SHORT = 300;
const WHOLE = 20_000;

const Pieces = ({ pieces }: { pieces: readonly Piece[] }) => {
  const { hiddenCharacter } = useReader().words.parts;
  return (
    <bdi class="text">
      {pieces.map(({ text, isMarked }) =>
        isMarked ? (
          <span class="unseen" title={hiddenCharacter}>
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </bdi>
  );
};

/** Text that a stranger may have written: bounded, with every character shown; a button opens the rest. */
export const Text = ({ children, limit = SHORT }: { children: string; limit?: number }) => {
  const { words } = useReader();
  const [isOpen, setOpen] = useState(false);
  const { pieces, left } = visible(children, limit);
  if (left === 0) return <Pieces pieces={pieces} />;
  return (
    <>
      <Pieces pieces={pieces} />…{' '}
      <button type="button" onClick={() => setOpen(true)}>
        {words.parts.more(left)}
      </button>
      {isOpen && (
        <Dialog title={words.parts.wholeText} onClose={() => setOpen(false)}>
          <WholeText>{children}</WholeText>
        </Dialog>
      )}
    </>
  );
};

const WholeText = ({ children }: { children: string }) => {
  const { words } = useReader();
  const { pieces, left } = visible(children, WHOLE);
  return (
    <p class="whole">
      <Pieces pieces={pieces} />
      {left > 0 && <em> … {words.parts.more(left)}</em>}
    </p>
  );
};

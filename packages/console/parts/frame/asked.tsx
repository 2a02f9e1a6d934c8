import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Failed, Loading, type Missing } from '../page';
import { type Answer, isOver } from './answer';
import { useOnEnded } from './ended';

interface AskedProps<Data> {
  readonly ask: () => Promise<Answer<Data>>;
  readonly missing?: Missing;
  readonly children: (data: Data, onReload: () => void) => ComponentChildren;
}

/** Asks once it is drawn, and again on a reload; another question needs another `key`. */
export const Asked = <Data,>({ ask, missing, children }: AskedProps<Data>) => {
  const onEnded = useOnEnded();
  const [answer, setAnswer] = useState<Answer<Data> | null>(null);
  const [reloads, setReloads] = useState(0);
  useEffect(() => {
    let isLeft = false;
    void ask().then((next) => {
      if (isOver(next)) onEnded();
      else if (!isLeft) setAnswer(next);
    });
    return () => {
      isLeft = true;
    };
  }, [reloads]);
  const onReload = () => setReloads(reloads + 1);
  if (answer === null) return <Loading />;
  if (answer.isOk) return <>{children(answer.data, onReload)}</>;
  return <Failed failure={answer.failure} onRetry={onReload} {...(missing === undefined ? {} : { missing })} />;
};

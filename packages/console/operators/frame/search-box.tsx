import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isOver } from '../../parts/frame/answer';
import { useOnEnded } from '../../parts/frame/ended';
import type { Failure } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { go } from '../../parts/router';
import { Text } from '../../parts/values/text';
import { readHits } from '../api/search';
import { onlyPaymentIn } from '../search/hits';
import { paymentPath, searchPath } from './paths';

const isTyping = (element: EventTarget | null): boolean =>
  element instanceof HTMLElement && element.matches('input, select, textarea');

/** Finds by any text that a person can hold; the key `/` jumps here. */
export const SearchBox = () => {
  const { bar, states } = useReader().words;
  const onEnded = useOnEnded();
  const input = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  // The service is asked first: a refused text, such as a document, never appears in an address.
  const find = async (text: string) => {
    const answer = await readHits(text);
    setFailure(answer.isOk ? null : answer.failure);
    if (answer.isOk) go(pathOf(text, onlyPaymentIn(answer.data)));
    else if (isOver(answer)) onEnded();
  };
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void find(input.current?.value.trim() ?? '');
  };
  return (
    <search>
      <form class="find" onSubmit={onSubmit}>
        <input ref={input} type="search" aria-label={bar.find} placeholder={bar.findHint} maxLength={200} required />
        <button type="submit">{bar.open}</button>
      </form>
      {failure !== null && (
        <p class="notice bad" role="alert">
          {failure.status === 0 ? states.unreachable : states.notSearched}{' '}
          <span lang="en">
            <Text>{failure.message}</Text>
          </span>
        </p>
      )}
    </search>
  );
};

const pathOf = (text: string, paymentId: string | null): string =>
  paymentId === null ? searchPath(text) : paymentPath(paymentId);

import { useReader } from '../../parts/reader';
import { Text } from '../../parts/values/text';
import type { OpsExplanation } from '../../wire';

const SENTENCE_LIMIT = 1_000;

const Sentences = ({ title, of: sentences }: { title: string; of: readonly string[] }) =>
  sentences.length === 0 ? null : (
    <>
      <h3>{title}</h3>
      <ul lang="en">
        {sentences.map((sentence) => (
          <li>
            <Text limit={SENTENCE_LIMIT}>{sentence}</Text>
          </li>
        ))}
      </ul>
    </>
  );

/** The output of the command `explain`; English in every language. */
export const Explanation = ({ of: { because, heldBy, movesWhen } }: { of: OpsExplanation }) => {
  const { page } = useReader().words;
  return (
    <section aria-labelledby="explanation">
      <h2 id="explanation">{page.explanation}</h2>
      <p lang="en">
        <Text limit={SENTENCE_LIMIT}>{because}</Text>
      </p>
      <Sentences title={page.heldBy} of={heldBy} />
      <Sentences title={page.movesWhen} of={movesWhen} />
    </section>
  );
};

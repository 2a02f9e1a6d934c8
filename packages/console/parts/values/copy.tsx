import type { Words } from '../../words/en';
import { useReader } from '../reader';
import { toast } from '../toast';

/** Only a secure context has a clipboard. */
export const copy = async (text: string, words: Words): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    toast(words.parts.copied);
  } catch {
    toast(words.parts.notCopied);
  }
};

export const CopyButton = ({ text, label }: { text: string; label?: string }) => {
  const { words } = useReader();
  return (
    <button type="button" onClick={() => void copy(text, words)}>
      {label ?? words.parts.copy}
    </button>
  );
};

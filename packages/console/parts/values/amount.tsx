import { type AmountShown, amountText } from '../../words/format';
import { useReader } from '../reader';
import { visibleText } from './visible';

const MOST = 200;

/** The exact amount, from its digits. */
export const Amount = ({ of: amount }: { of: AmountShown & { readonly assetId: number | null } }) => {
  const { language, words } = useReader();
  const text = amountText(language, amount);
  const isKnown = amount.decimals !== null && amount.symbol !== null;
  const shown = isKnown ? text : words.timeline.baseUnits(text, String(amount.assetId ?? '?'));
  return <span class="amount">{visibleText(shown, MOST)}</span>;
};

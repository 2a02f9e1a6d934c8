import type { Refusal } from '../../../../commands/pair/refusing/refusal';
import { refusalWords } from '../../../../commands/pair/refusing/refusal-words';

const ends = { ledgerId: 'ledger1', last: { id: 'led1', revision: 1 }, end: { id: 'led9', revision: 9 } };

test.each<[Refusal, readonly string[]]>([
  [{ because: 'OLDER_COPY', ...ends }, ['ledger1', 'revision 1 (event led1)', 'revision 9 (event led9)', 'Restore']],
  [
    { because: 'LED_ELSEWHERE', ...ends, term: null },
    ['led1', 'led9', 'Start with the newer one', 'ledger store attach'],
  ],
  [{ because: 'LED_ELSEWHERE', ...ends, term: 9 }, ['term 9']],
  [{ because: 'ATTACHED_ELSEWHERE', ...ends, actor: 'ana', reason: 'restored' }, ['ana', 'ledger store attach']],
  [{ because: 'STORE_NOT_NAMED', ledgerId: 'ledger1' }, ['ledger ledger1', 'set EVENTSTORE_URL']],
  [{ because: 'VAULT_EMPTY', ledgerId: 'ledger1' }, ['ledger ledger1', 'Restore the schema vault']],
  [{ because: 'MOVED', ledgerId: 'ledger1', moveId: 'm1', to: 'ledger.jsonl' }, ['m1', 'export to ledger.jsonl']],
  [{ because: 'DATABASE_CHANGED', ledgerId: 'ledger1', found: null }, ['started for ledger ledger1', 'no ledger']],
  [{ because: 'NOTHING_BOUND', ledgerId: 'ledger1' }, ['ledger ledger1', 'never opened']],
  [{ because: 'CURSORS_UNKNOWN', networks: ['tron', 'xrpl'] }, ['tron, xrpl', '--from tron=']],
  [{ because: 'MOVE_CANCELLED', ledgerId: null, moveId: 'move1' }, ['Move move1', 'was cancelled']],
])('%j names both sides', (refusal, names) => {
  for (const name of names) expect(refusalWords(refusal)).toContain(name);
});

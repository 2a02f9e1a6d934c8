import { userOfFiscal } from '../../../aggregates/user/fiscal-subject';
import { user } from '../../../aggregates/user/user';
import { systemContext } from '../../handling/context';
import { commandIdOf } from '../../handling/deterministic-ids';
import { handle } from '../../handling/handle';
import type { HandleDeps } from '../../handling/request';
import type { Iso } from '../../ports/clock';
import type { FiscalKeys, IdleFiscalKey } from '../../ports/fiscal-keys';

export interface DestroyFiscalKeysDeps extends HandleDeps {
  readonly vault: FiscalKeys;
  readonly workerId: string;
  readonly retentionYears: number;
  /** Looks in every family, because a restored vault may not know the last uses. */
  readonly hasOperatedSince: (userId: string, since: Iso) => Promise<boolean>;
  readonly onFailure: (subjectId: string, error: unknown) => void;
}

const PAGE = 200;

/** First the event, then the key. The next run tries a failed key again. */
export const destroyFiscalKeys =
  (deps: DestroyFiscalKeysDeps) =>
  async (mayGoOn: () => boolean = () => true): Promise<number> => {
    const before = yearsBefore(deps.clock.now(), deps.retentionYears);
    let count = 0;
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: readonly IdleFiscalKey[] = await deps.vault.idleFiscalKeys({ before, after, most: PAGE });
      for (const key of page) {
        if (!mayGoOn()) return count;
        if (await isDestroyed(deps, key, before)) count += 1;
      }
      after = page.at(-1)?.subjectId;
    }
    return count;
  };

const isDestroyed = async (deps: DestroyFiscalKeysDeps, key: IdleFiscalKey, before: Iso): Promise<boolean> => {
  try {
    if (await deps.hasOperatedSince(userOfFiscal(key.subjectId), before)) return false;
    await destroy(deps, key);
    return true;
  } catch (error) {
    deps.onFailure(key.subjectId, error);
    return false;
  }
};

const destroy = async (deps: DestroyFiscalKeysDeps, { subjectId, lastSealedAt }: IdleFiscalKey): Promise<void> => {
  const { retentionYears, workerId } = deps;
  const [userId, commandId] = [userOfFiscal(subjectId), commandIdOf('destroy-fiscal-key', subjectId)];
  const said = { userId, subjectId, lastSealedAt, retentionYears, now: deps.clock.iso() };
  await handle(deps, user, {
    id: userId,
    context: systemContext(workerId, commandId, commandId),
    command: { type: 'DestroyFiscalKey', ...said },
  });
  await deps.vault.erase(subjectId);
};

/** The same day and time that many years earlier; 1 March for a 29 February that does not exist. */
const yearsBefore = (nowMs: number, years: number): Iso => {
  const date = new Date(nowMs);
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date.toISOString();
};

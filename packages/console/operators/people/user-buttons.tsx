import { fieldOf } from '../../parts/frame/action';
import { useReader } from '../../parts/reader';
import type { OpsShownUser } from '../../wire';
import { change } from '../api/work';
import { ChangeButton } from '../frame/change-dialog';
import { useSession } from '../frame/signed-in';

interface UserButtonsProps {
  readonly of: Pick<OpsShownUser, 'userId' | 'kycStatus'>;
  readonly onDone: () => void;
}

/** Blocks, unblocks and erases a user, as the role may. */
export const UserButtons = ({ of: { userId: id, kycStatus }, onDone }: UserButtonsProps) => {
  const { people } = useReader().words;
  const { permissions } = useSession().operator;
  const isBlocked = kycStatus === 'BLOCKED';
  const sentBy = (fields: FormData, key: string) => ({ id, key, body: { reason: fieldOf(fields, 'reason') } });
  return (
    <>
      {permissions.includes('operate') && (
        <ChangeButton
          key={kycStatus}
          title={isBlocked ? people.unblock : people.block}
          lead={isBlocked ? people.unblockLead : people.blockLead}
          send={(fields, key) =>
            isBlocked
              ? change('/ops/v1/users/{id}/unblock', sentBy(fields, key))
              : change('/ops/v1/users/{id}/block', sentBy(fields, key))
          }
          onDone={onDone}
        />
      )}
      {permissions.includes('administer') && (
        <ChangeButton
          title={people.erase}
          lead={people.eraseLead}
          send={(fields, key) => change('/ops/v1/users/{id}/erase', sentBy(fields, key))}
          onDone={onDone}
        />
      )}
    </>
  );
};

import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog';
import { fieldOf } from '../../parts/frame/action';
import { Link } from '../../parts/link';
import { useReader } from '../../parts/reader';
import { Id } from '../../parts/values/id';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { OpsPersonalHits } from '../../wire';
import { wordFor } from '../../words/codes';
import { searchPersonalData } from '../api/personal-data';
import { ChangeDialog } from '../frame/change-dialog';
import { userPath } from '../frame/paths';
import { useSession } from '../frame/signed-in';

/** Finds users by a document, which stands in no address. Not drawn for a role that may not. */
export const PersonalSearch = () => {
  const { people } = useReader().words;
  const [isOpen, setOpen] = useState(false);
  const [found, setFound] = useState<OpsPersonalHits | null>(null);
  if (!useSession().operator.permissions.includes('export')) return null;
  const onClose = () => {
    setOpen(false);
    setFound(null);
  };
  const send = (fields: FormData, key: string) =>
    searchPersonalData({ document: fieldOf(fields, 'document'), reason: fieldOf(fields, 'reason') }, key);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {people.searchDocument}
      </button>
      {isOpen && found === null && (
        <ChangeDialog
          title={people.searchDocument}
          action={people.searchAction}
          send={send}
          onDone={setFound}
          onClose={onClose}
        >
          <p>{people.searchLead}</p>
          <label>
            <span>{people.document}</span>
            <input name="document" required minLength={3} maxLength={200} autocomplete="off" spellcheck={false} />
          </label>
        </ChangeDialog>
      )}
      {found !== null && <FoundUsers of={found} onClose={onClose} />}
    </>
  );
};

export const FoundUsers = ({ of: { hits }, onClose }: { of: OpsPersonalHits; onClose: () => void }) => {
  const { people, finding, modes } = useReader().words;
  return (
    <Dialog title={people.searchDocument} onClose={onClose}>
      {hits.length === 0 && <p>{people.noneFound}</p>}
      <ul>
        {hits.map(({ userId, partnerName, mode, since }) => (
          <li key={userId}>
            <Link to={userPath(userId)}>
              <Text limit={80}>{partnerName}</Text>, {wordFor(modes, mode)}
            </Link>{' '}
            <Id>{userId}</Id> {finding.since.toLowerCase()} <Time of={since} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
};

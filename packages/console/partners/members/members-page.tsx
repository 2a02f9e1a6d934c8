import { Action, fieldOf } from '../../parts/frame/action';
import { Asked } from '../../parts/frame/asked';
import { Title } from '../../parts/page';
import { type Column, Table } from '../../parts/table';
import { toast } from '../../parts/toast';
import { Status } from '../../parts/values/status';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { Member, MemberRole } from '../../wire-partners';
import { changeRole, invite, removeMember } from '../api/changes';
import { readMembers } from '../api/reads';
import { readOwnSessions } from '../api/session';
import { Choices } from '../frame/choices';
import { Confirmed } from '../frame/confirmed';
import { Field } from '../frame/filters';
import { useDashboardWords, useMember } from '../frame/signed-in';
import { OwnSessions } from './own-sessions';

export const MembersPage = () => {
  const { members } = useDashboardWords();
  return (
    <>
      <Title of={members.title}>{members.title}</Title>
      <Asked ask={readMembers}>{(rows, onReload) => <MemberList rows={rows} onReload={onReload} />}</Asked>
      <h2>{members.sessions}</h2>
      <Asked ask={readOwnSessions}>{(rows, onReload) => <OwnSessions rows={rows} onReload={onReload} />}</Asked>
    </>
  );
};

interface MemberListProps {
  readonly rows: readonly Member[];
  readonly onReload: () => void;
}

const roleIn = (fields: FormData): MemberRole => fieldOf(fields, 'role') as MemberRole;

export const MemberList = ({ rows, onReload }: MemberListProps) => {
  const { members } = useDashboardWords();
  const { may } = useMember();
  const onInvited = () => {
    toast(members.inviteDone);
    onReload();
  };
  return (
    <>
      <MemberTable rows={rows} onReload={onReload} />
      {may('administer') && (
        <>
          <h2>{members.invite}</h2>
          <Action
            action={members.invite}
            send={(fields) => invite(fieldOf(fields, 'email'), roleIn(fields))}
            onDone={onInvited}
          >
            <Field name={members.email}>
              <input type="email" name="email" required maxLength={254} />
            </Field>
            <Field name={members.role}>
              <select name="role">
                <Choices of={members.roles} chosen="developer" />
              </select>
            </Field>
          </Action>
        </>
      )}
    </>
  );
};

const MemberTable = ({ rows, onReload }: MemberListProps) => {
  const { members } = useDashboardWords();
  const { session, may } = useMember();
  const columns: readonly Column<Member>[] = [
    {
      name: members.email,
      cell: ({ email, memberId }) => (
        <>
          <Text limit={254}>{email ?? '?'}</Text>
          {memberId === session.memberId && <span class="muted"> ({members.you})</span>}
        </>
      ),
    },
    { name: members.role, cell: ({ role }) => members.short[role] },
    {
      name: members.status,
      cell: ({ status }) => <Status tone={status === 'JOINED' ? 'good' : 'waiting'}>{members.statuses[status]}</Status>,
    },
    { name: members.invited, cell: ({ invitedAt }) => <Time of={invitedAt} /> },
  ];
  const changing: readonly Column<Member>[] = [
    { name: members.change, cell: (member) => <RoleForm key={member.role} of={member} onReload={onReload} /> },
    {
      name: members.remove,
      cell: ({ memberId }) => (
        <Confirmed
          action={members.remove}
          lead={members.removeLead}
          send={() => removeMember(memberId)}
          onDone={onReload}
        />
      ),
    },
  ];
  const shown = may('administer') ? [...columns, ...changing] : columns;
  return <Table label={members.title} columns={shown} rows={rows} keyOf={({ memberId }) => memberId} />;
};

const RoleForm = ({ of: { memberId, role }, onReload }: { of: Member; onReload: () => void }) => {
  const { members } = useDashboardWords();
  return (
    <Action action={members.change} send={(fields) => changeRole(memberId, roleIn(fields))} onDone={onReload}>
      <select name="role" aria-label={members.role}>
        <Choices of={members.short} chosen={role} />
      </select>
    </Action>
  );
};

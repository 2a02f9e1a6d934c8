import { Facts } from '../../parts/facts';
import { Asked } from '../../parts/frame/asked';
import { Link } from '../../parts/link';
import { Empty, Title } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { type Column, Table } from '../../parts/table';
import { Timeline } from '../../parts/timeline';
import { Id } from '../../parts/values/id';
import { Status, toneOf } from '../../parts/values/status';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { OpsKycSession, OpsShownUser } from '../../wire';
import { wordFor } from '../../words/codes';
import type { Words } from '../../words/en';
import { figuresIn, shortened } from '../../words/format';
import { readPayments } from '../api/payments';
import { readUser } from '../api/people';
import { partnerPath, paymentsPath } from '../frame/paths';
import { columnsOf } from '../payments/list/columns';
import { Opening } from '../payments/opening';
import { KycButton } from './kyc-button';
import { UserButtons } from './user-buttons';

/** A user: standing, wallet, KYC sessions, payments, and every decision and opening. */
export const UserPage = ({ id }: { id: string }) => {
  const { people } = useReader().words;
  return (
    <Asked ask={() => readUser(id)} missing={{ id, title: people.noUser, todo: people.noUserTodo }}>
      {(user, onReload) => <UserView of={user} onReload={onReload} />}
    </Asked>
  );
};

export const UserView = ({ of: user, onReload }: { of: OpsShownUser; onReload: () => void }) => {
  const { language, words } = useReader();
  const { page, people } = words;
  const figures = figuresIn(language, new Map(), (digits, assetId) =>
    words.timeline.baseUnits(digits, String(assetId ?? '?')),
  );
  return (
    <main id="content" class={`payment ${user.mode}`}>
      <p class="mode">{words.modes[user.mode]}</p>
      <Title of={`${page.user} ${shortened(user.userId)}`}>{page.user}</Title>
      <p class="lead">
        <Status tone={user.isErased ? 'over' : toneOf(user.kycStatus)}>
          {user.isErased ? people.erased : words.kyc[user.kycStatus]}
        </Status>
        <Id>{user.userId}</Id>
      </p>
      <UserFacts of={user} />
      {!user.isErased && (
        <p class="tools">
          <Opening userId={user.userId} fields={OPENED} />
          <KycButton userId={user.userId} status={user.kycStatus} onDone={onReload} />
          <UserButtons of={user} onDone={onReload} />
        </p>
      )}
      <div class="halves">
        <div>
          <Sessions of={user.sessions} />
          <Payments of={user} />
        </div>
        <Timeline events={user.events.toReversed()} figures={figures} onEarlier={null} />
      </div>
      <p class="tools">
        <button type="button" onClick={onReload}>
          {words.states.reload}
        </button>
        <span class="muted">
          {words.states.knownTo} <code>{user.knownTo}</code>
        </span>
      </p>
    </main>
  );
};

const OPENED = ['EXTERNAL_ID', 'NAME', 'DOCUMENT', 'BIRTH_DATE'] as const;

const UserFacts = ({ of: user }: { of: OpsShownUser }) => {
  const { page, people } = useReader().words;
  const { wallet } = user;
  return (
    <Facts
      of={[
        [
          page.partner,
          <Link to={partnerPath(user.partnerId)}>
            <Text limit={80}>{user.partnerName}</Text>
          </Link>,
        ],
        [
          people.wallet,
          wallet === null ? (
            page.none
          ) : (
            <>
              <Text limit={80}>{wallet.network}</Text> <Id>{wallet.address}</Id>
            </>
          ),
        ],
        [page.externalId, user.hasExternalId ? page.sealed : page.none],
        [page.created, <Time of={user.createdAt} />],
      ]}
    />
  );
};

const sessionColumns = ({ page, people }: Words): readonly Column<OpsKycSession>[] => [
  { name: people.session, cell: ({ sessionId }) => <Id>{sessionId}</Id> },
  {
    name: page.state,
    cell: ({ status }) => <Status tone={toneOf(status)}>{wordFor(people.sessionStatuses, status)}</Status>,
  },
  { name: page.provider, cell: ({ provider }) => <Text limit={60}>{provider}</Text> },
  {
    name: page.reason,
    cell: ({ rejectionReason }) => (rejectionReason === null ? '' : <Text limit={80}>{rejectionReason}</Text>),
  },
  { name: page.updated, cell: ({ updatedAt }) => <Time of={updatedAt} /> },
];

const Sessions = ({ of: sessions }: { of: readonly OpsKycSession[] }) => {
  const { words } = useReader();
  const { people } = words;
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{people.sessions}</h2>
      {sessions.length === 0 ? (
        <Empty>{people.noSessions}</Empty>
      ) : (
        <Table
          label={people.sessions}
          columns={sessionColumns(words)}
          rows={sessions}
          keyOf={({ sessionId }) => sessionId}
        />
      )}
    </section>
  );
};

const Payments = ({ of: { mode, userId } }: { of: OpsShownUser }) => {
  const { words } = useReader();
  const { finding } = words;
  return (
    <section aria-labelledby="payments">
      <h2 id="payments">{finding.payments}</h2>
      <Asked ask={() => readPayments({ mode, userId, limit: '20' })}>
        {({ data, meta }) => (
          <>
            {data.length === 0 ? (
              <Empty>{finding.noPayments}</Empty>
            ) : (
              <Table label={finding.payments} columns={columnsOf(words)} rows={data} keyOf={({ id }) => id} />
            )}
            {meta.hasMore && <Link to={paymentsPath({ mode, userId })}>{finding.nextPage}</Link>}
          </>
        )}
      </Asked>
    </section>
  );
};

import { type Fact, Facts } from '../../parts/facts';
import { fieldOf } from '../../parts/frame/action';
import { Asked } from '../../parts/frame/asked';
import { Link } from '../../parts/link';
import { Empty, Title } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { type Column, Table } from '../../parts/table';
import { Id } from '../../parts/values/id';
import { Status, toneOfStanding } from '../../parts/values/status';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { OpsPartnerMode, OpsShownPartner } from '../../wire';
import { wordFor } from '../../words/codes';
import type { Words } from '../../words/en';
import { readPartner } from '../api/people';
import { change } from '../api/work';
import { ChangeButton } from '../frame/change-dialog';
import { paymentsPath, usersPath } from '../frame/paths';
import { useSession } from '../frame/signed-in';
import { Replay } from './replay';

/** Standing, terms, keys and destinations of a partner. */
export const PartnerPage = ({ id }: { id: string }) => {
  const { people } = useReader().words;
  return (
    <main id="content">
      <Asked ask={() => readPartner(id)} missing={{ id, title: people.noPartner, todo: people.noPartnerTodo }}>
        {(partner, onReload) => <PartnerView of={partner} onReload={onReload} />}
      </Asked>
    </main>
  );
};

interface PartnerProps {
  readonly of: OpsShownPartner;
  readonly onReload: () => void;
}

export const PartnerView = ({ of: partner, onReload }: PartnerProps) => {
  const { words } = useReader();
  const { page, people } = words;
  return (
    <>
      <Title of={`${page.partner} ${partner.name}`}>
        <Text limit={80}>{partner.name}</Text>
      </Title>
      <p class="lead">
        <Status tone={toneOfStanding(partner.status)}>{page.partnerStatus[partner.status]}</Status>
        <Id>{partner.partnerId}</Id>
      </p>
      <Standing of={partner} onReload={onReload} />
      <h2>{people.terms}</h2>
      <Facts of={[[people.onboarded, <Time of={partner.onboardedAt} />], ...termsOf(partner, words)]} />
      <p class="tools">
        <Link to={usersPath({ partner: partner.partnerId })}>{people.itsUsers}</Link>
      </p>
      {partner.modes.map((ofMode) => (
        <ModeSection key={ofMode.mode} of={ofMode} partnerId={partner.partnerId} onReload={onReload} />
      ))}
    </>
  );
};

const termsOf = ({ terms }: OpsShownPartner, { people, page }: Words): readonly Fact[] => {
  const allowed = Object.entries(terms.features).flatMap(([name, isOn]) => (isOn ? [name] : []));
  const limit = terms.requestsPerMinute;
  return [
    [
      people.allowlist,
      terms.ipAllowlist.length === 0 ? people.anyAddress : <Text>{terms.ipAllowlist.join(', ')}</Text>,
    ],
    [people.features, allowed.length === 0 ? page.none : <Text>{allowed.join(', ')}</Text>],
    [people.markup, String(terms.feeMarkupBasisPoints)],
    [people.rateLimit, limit === null ? people.serviceLimit : people.perMinute(limit)],
    [people.delivery, page.deliveredBy[terms.cashinDelivery]],
    [people.splitKey, terms.cashinPixKey === null ? page.none : <Text>{terms.cashinPixKey}</Text>],
  ];
};

const WAYS = { ACTIVE: ['suspend', 'revoke'], SUSPENDED: ['reinstate', 'revoke'], REVOKED: [] } as const;

const Standing = ({ of: { partnerId: id, status }, onReload }: PartnerProps) => {
  const { people } = useReader().words;
  if (!useSession().operator.permissions.includes('administer')) return null;
  return (
    <p class="tools">
      {WAYS[status].map((way) => (
        <ChangeButton
          key={way}
          title={people.standing[way]}
          lead={people.standingLeads[way]}
          send={(fields, key) =>
            change(`/ops/v1/partners/{id}/${way}`, { id, key, body: { reason: fieldOf(fields, 'reason') } })
          }
          onDone={onReload}
        />
      ))}
    </p>
  );
};

interface ModeProps {
  readonly of: OpsPartnerMode;
  readonly partnerId: string;
  readonly onReload: () => void;
}

const ModeSection = ({ of: { mode, keys, destination }, partnerId, onReload }: ModeProps) => {
  const { words } = useReader();
  const { people, page, finding } = words;
  const columns = keyColumns(words, { partnerId, onReload });
  const { permissions } = useSession().operator;
  const [mayRevoke, mayReplay] = [permissions.includes('administer'), permissions.includes('operate')];
  return (
    <section class={`list ${mode}`} aria-labelledby={`mode-${mode}`}>
      <h2 id={`mode-${mode}`} class="mode">
        {words.modes[mode]}
      </h2>
      <Facts
        of={[
          [people.webhooksTo, destination === null ? page.none : <Text limit={300}>{destination.url}</Text>],
          [
            people.wanted,
            destination === null || destination.events.length === 0 ? null : (
              <Text>{destination.events.join(', ')}</Text>
            ),
          ],
        ]}
      />
      <p class="tools">
        <Link to={paymentsPath({ mode, partnerId })}>{finding.payments}</Link>
      </p>
      {mayReplay && <Replay partner={partnerId} mode={mode} />}
      <h3>{people.keys}</h3>
      {keys.length === 0 ? (
        <Empty>{people.noKeys}</Empty>
      ) : (
        <Table
          label={`${people.keys}, ${words.modes[mode]}`}
          columns={mayRevoke ? columns : columns.slice(0, -1)}
          rows={keys}
          keyOf={({ keyId }) => keyId}
        />
      )}
    </section>
  );
};

type Key = OpsPartnerMode['keys'][number];

const keyColumns = (
  { people, page }: Words,
  { partnerId, onReload }: Pick<ModeProps, 'partnerId' | 'onReload'>,
): readonly Column<Key>[] => [
  { name: people.key, cell: ({ prefix, last4 }) => <Text>{`${prefix}…${last4}`}</Text> },
  {
    name: page.state,
    cell: ({ status }) => <Status tone={toneOfStanding(status)}>{wordFor(people.keyStatuses, status)}</Status>,
  },
  { name: people.name, cell: ({ name }) => (name === null ? '' : <Text limit={80}>{name}</Text>) },
  { name: page.created, cell: ({ createdAt }) => <Time of={createdAt} /> },
  {
    name: people.revokeKey,
    cell: ({ keyId, status }) => status === 'ACTIVE' && <RevokeKey of={{ partnerId, keyId }} onDone={onReload} />,
  },
];

const RevokeKey = ({ of, onDone }: { of: { partnerId: string; keyId: string }; onDone: () => void }) => {
  const { people } = useReader().words;
  const { partnerId: id, keyId } = of;
  const send = (fields: FormData, key: string) =>
    change('/ops/v1/partners/{id}/keys/{keyId}/revoke', {
      ...{ id, keyId, key },
      body: { reason: fieldOf(fields, 'reason') },
    });
  return <ChangeButton title={people.revokeKey} lead={people.revokeKeyLead} send={send} onDone={onDone} />;
};

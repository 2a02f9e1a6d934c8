import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Action, fieldOf } from '../../parts/frame/action';
import type { Answer } from '../../parts/frame/answer';
import { Link } from '../../parts/link';
import { Empty, Title } from '../../parts/page';
import { toast } from '../../parts/toast';
import {
  advance,
  type DepositKind,
  decidePayout,
  decideSession,
  makePayment,
  payCharge,
  placeDeposit,
} from '../api/sandbox';
import { Choices } from '../frame/choices';
import { Field } from '../frame/filters';
import { pathTo } from '../frame/paths';
import { useDashboardWords, useMember } from '../frame/signed-in';

export const SandboxPage = () => {
  const { sandbox } = useDashboardWords();
  const { mode, may } = useMember();
  return (
    <>
      <Title of={sandbox.title}>{sandbox.title}</Title>
      {mode === 'live' ? <Empty>{sandbox.liveLead}</Empty> : <p>{sandbox.lead}</p>}
      {may('simulate') && <Decisions />}
    </>
  );
};

const kindIn = (fields: FormData): DepositKind => fieldOf(fields, 'kind') as DepositKind;

const Decisions = () => {
  const { sandbox } = useDashboardWords();
  return (
    <div class="cards">
      <Deciding title={sandbox.first} action={sandbox.pay} send={(fields) => makePayment(kindIn(fields))}>
        <p>{sandbox.firstLead}</p>
        <Scenario />
      </Deciding>
      <Deciding
        title={sandbox.deposit}
        action={sandbox.place}
        send={(fields) => placeDeposit(fieldOf(fields, 'id'), kindIn(fields))}
      >
        <IdField name={sandbox.intent} />
        <Scenario />
      </Deciding>
      <Deciding
        title={sandbox.payout}
        action={sandbox.decide}
        send={(fields) => decidePayout(fieldOf(fields, 'id'), fieldOf(fields, 'outcome') as 'settle' | 'reject')}
      >
        <IdField name={sandbox.payment} />
        <Field name={sandbox.outcome}>
          <select name="outcome">
            <Choices of={sandbox.outcomes} />
          </select>
        </Field>
      </Deciding>
      <Deciding title={sandbox.charge} action={sandbox.payCharge} send={(fields) => payCharge(fieldOf(fields, 'id'))}>
        <IdField name={sandbox.intent} />
      </Deciding>
      <SessionDecision />
      <Clock />
    </div>
  );
};

const SessionDecision = () => {
  const { sandbox } = useDashboardWords();
  const send = (fields: FormData) =>
    decideSession(fieldOf(fields, 'id'), fieldOf(fields, 'verdict') as 'APPROVED' | 'REJECTED');
  return (
    <section class="movement">
      <h2>{sandbox.kyc}</h2>
      <Action action={sandbox.decide} send={send} onDone={() => toast(sandbox.done)}>
        <IdField name={sandbox.session} />
        <Field name={sandbox.outcome}>
          <select name="verdict">
            <Choices of={sandbox.verdicts} />
          </select>
        </Field>
      </Action>
    </section>
  );
};

const Clock = () => {
  const { sandbox } = useDashboardWords();
  const [ahead, setAhead] = useState<number | null>(null);
  return (
    <section class="movement">
      <h2>{sandbox.clock}</h2>
      <Action action={sandbox.advance} send={(fields) => advance(Number(fieldOf(fields, 'seconds')))} onDone={setAhead}>
        <Field name={sandbox.seconds}>
          <input type="number" name="seconds" required min={1} max={31_536_000} value={60} />
        </Field>
      </Action>
      {ahead !== null && <output class="notice">{sandbox.ahead(ahead)}</output>}
    </section>
  );
};

interface DecidingProps {
  readonly title: string;
  readonly action: string;
  /** Answers the id of the payment. */
  readonly send: (fields: FormData) => Promise<Answer<string>>;
  readonly children: ComponentChildren;
}

/** A decision about a payment, and the way to it. */
const Deciding = ({ title, action, send, children }: DecidingProps) => {
  const { sandbox } = useDashboardWords();
  const [paymentId, setPaymentId] = useState<string | null>(null);
  return (
    <section class="movement">
      <h2>{title}</h2>
      <Action action={action} send={send} onDone={setPaymentId}>
        {children}
      </Action>
      {paymentId !== null && (
        <output class="notice">
          {sandbox.done} <Link to={pathTo('sandbox', 'payments', paymentId)}>{sandbox.openPayment}</Link>
        </output>
      )}
    </section>
  );
};

const Scenario = () => {
  const { sandbox } = useDashboardWords();
  return (
    <Field name={sandbox.scenario}>
      <select name="kind">
        <Choices of={sandbox.scenarios} />
      </select>
    </Field>
  );
};

const IdField = ({ name }: { name: string }) => (
  <Field name={name}>
    <input name="id" required maxLength={128} spellcheck={false} />
  </Field>
);

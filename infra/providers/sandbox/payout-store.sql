-- The books of the simulated bank. They hold no personal data: whom an order pays is kept only masked.
-- One process at a time, because "create if not exists" of two at once can still collide.
select pg_advisory_xact_lock(hashtextextended('sandbox_bank', 0));

create schema if not exists sandbox_bank;

create table if not exists sandbox_bank.orders (
  partner_id text not null,
  idempotency_key text not null,
  provider_id text not null,
  amount_cents numeric(38, 0) not null check (amount_cents > 0),
  scenario text not null,
  settle_delay_ms integer not null check (settle_delay_ms >= 0),
  calls integer not null check (calls > 0),
  -- Milliseconds since 1970, by the service's clock; null while the order is not in the books.
  booked_at_ms bigint,
  decision text check (decision in ('SETTLED', 'FAILED')),
  decided_at_ms bigint,
  primary key (partner_id, idempotency_key),
  check ((decision is null) = (decided_at_ms is null))
);

-- What was ordered; orders of earlier versions were BR Codes or keys, which the bank treats alike.
alter table sandbox_bank.orders add column if not exists kind text not null default 'PIX_BRCODE'
  check (kind in ('PIX_BRCODE', 'PIX_KEY', 'BOLETO', 'GIFT_CARD'));

-- The payee's PIX key, masked; null when the order names none, and in orders of earlier versions.
alter table sandbox_bank.orders add column if not exists payee_key_masked text;

create index if not exists orders_by_time on sandbox_bank.orders (partner_id, booked_at_ms)
  where booked_at_ms is not null;

-- Callbacks that are still to be made; one that was taken is removed.
create table if not exists sandbox_bank.callbacks (
  sequence bigint generated always as identity primary key,
  provider_event_id text not null,
  idempotency_key text not null,
  due_at_ms bigint not null,
  forged boolean not null
);

-- How often it was made, and when it was due at first: one that was not taken is due again later.
alter table sandbox_bank.callbacks add column if not exists tries integer not null default 0;
alter table sandbox_bank.callbacks add column if not exists first_due_at_ms bigint;

-- What it is about; whose it is, where it is about none of the orders.
alter table sandbox_bank.callbacks add column if not exists type text not null default 'payout.changed';
alter table sandbox_bank.callbacks add column if not exists partner_id text;

create index if not exists callbacks_by_time on sandbox_bank.callbacks (due_at_ms, sequence);

-- When it was called first; null in orders of earlier versions. Finds the first call of a payee and an amount.
alter table sandbox_bank.orders add column if not exists called_at_ms bigint;

-- Why it was decided against, and what came back by control calls.
alter table sandbox_bank.orders add column if not exists decision_code text;
alter table sandbox_bank.orders add column if not exists returned_cents numeric(38, 0) not null default 0;

-- How far the partner's simulated time was ahead when the order was booked.
alter table sandbox_bank.orders add column if not exists booked_ahead_ms bigint not null default 0;

-- Partners who moved their simulated time on.
create table if not exists sandbox_bank.times (
  partner_id text primary key,
  ahead_ms bigint not null check (ahead_ms >= 0)
);

create index if not exists orders_by_call on sandbox_bank.orders (partner_id, amount_cents, called_at_ms)
  where called_at_ms is not null;

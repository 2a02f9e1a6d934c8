-- The network that the sandbox plays: its transactions, by the partner in whose world they happen.
-- One process at a time, because "create if not exists" of two at once can still collide.
select pg_advisory_xact_lock(hashtextextended('sandbox_chain', 0));

create schema if not exists sandbox_chain;

create table if not exists sandbox_chain.transactions (
  sequence bigint generated always as identity,
  txid text primary key,
  partner_id text not null,
  kind text not null check (kind in ('DEPOSIT', 'CREDIT', 'DEBIT')),
  fate text not null check (fate in ('LANDS', 'REVERTS', 'DROPPED')),
  -- Seconds since 1970; above the newest block it waits.
  height bigint not null,
  asset_id integer not null,
  sender text not null,
  receiver text not null,
  base_units numeric(78, 0) not null check (base_units >= 0),
  memo text,
  allowance numeric(78, 0) check (allowance >= 0)
);

create index if not exists transactions_by_height on sandbox_chain.transactions (height);
create index if not exists transactions_in on sandbox_chain.transactions (partner_id, receiver, asset_id);
create index if not exists transactions_out on sandbox_chain.transactions (partner_id, sender, asset_id);

-- The books of the simulated KYC provider. What they keep of a person is sealed, and gone when the person is erased.
-- One process at a time, because "create if not exists" of two at once can still collide.
select pg_advisory_xact_lock(hashtextextended('sandbox_kyc', 0));

create schema if not exists sandbox_kyc;

-- Builds before the first release kept the person in clear, which nothing here can seal. Those books are dropped, as by a
-- reset: a dropped column alone would stay in the table's file.
do $$
begin
  if exists (
    select from information_schema.columns
     where table_schema = 'sandbox_kyc' and table_name = 'sessions' and column_name = 'document'
  ) then
    drop table if exists sandbox_kyc.callbacks, sandbox_kyc.sessions;
  end if;
end $$;

create table if not exists sandbox_kyc.sessions (
  partner_id text not null,
  ref text not null,
  provider_session_id text not null unique,
  -- JSON of document and birth date, under the service's own key.
  person bytea not null,
  settle_delay_ms integer not null check (settle_delay_ms >= 0),
  -- Milliseconds since 1970, by the service's clock; of the last opening.
  opened_at_ms bigint not null,
  openings integer not null check (openings > 0),
  decision text check (decision in ('APPROVED', 'REJECTED', 'EXPIRED')),
  primary key (partner_id, ref)
);

-- That a rejection was decided with; null: the document's own.
alter table sandbox_kyc.sessions add column if not exists decided_reason text;
-- The name that the session was started with; null: its document alone says what is played.
alter table sandbox_kyc.sessions add column if not exists scenario text;

-- Callbacks that are still to be made; one that was taken is removed.
create table if not exists sandbox_kyc.callbacks (
  sequence bigint generated always as identity primary key,
  provider_event_id text not null unique,
  partner_id text not null,
  ref text not null,
  due_at_ms bigint not null,
  -- When it was due at first: one that was not taken is due again later.
  first_due_at_ms bigint,
  tries integer not null default 0,
  foreign key (partner_id, ref) references sandbox_kyc.sessions on delete cascade
);

create index if not exists callbacks_by_time on sandbox_kyc.callbacks (due_at_ms, sequence);
create index if not exists callbacks_by_session on sandbox_kyc.callbacks (partner_id, ref);

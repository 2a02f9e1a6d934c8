-- The books of the simulated KYC provider: of test documents, and gone when the person is erased.
-- One process at a time, because "create if not exists" of two at once can still collide.
select pg_advisory_xact_lock(hashtextextended('sandbox_kyc', 0));

create schema if not exists sandbox_kyc;

create table if not exists sandbox_kyc.sessions (
  partner_id text not null,
  ref text not null,
  provider_session_id text not null unique,
  document text not null,
  birth_date text,
  settle_delay_ms integer not null check (settle_delay_ms >= 0),
  -- Milliseconds since 1970, by the service's clock; of the last opening.
  opened_at_ms bigint not null,
  openings integer not null check (openings > 0),
  decision text check (decision in ('APPROVED', 'REJECTED', 'EXPIRED')),
  primary key (partner_id, ref)
);

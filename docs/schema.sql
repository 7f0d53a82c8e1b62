CREATE SCHEMA account;

CREATE SCHEMA alerts;

CREATE SCHEMA control;

CREATE SCHEMA derive;

CREATE SCHEMA geo;

CREATE SCHEMA ingest;

CREATE SCHEMA search;

CREATE SCHEMA webhook;

CREATE EXTENSION IF NOT EXISTS postgis WITH SCHEMA public;

CREATE FUNCTION account.refuse_audit_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    BEGIN
      RAISE EXCEPTION 'an entry of the audit log never changes';
    END $$;

CREATE TABLE account.account (
    id bigint NOT NULL,
    name text NOT NULL,
    tier text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT account_tier_check CHECK ((tier = ANY (ARRAY['free'::text, 'developer'::text, 'business'::text, 'enterprise'::text])))
);

ALTER TABLE account.account ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME account.account_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE account.answer_day (
    account_id bigint NOT NULL,
    day date NOT NULL,
    tokens bigint NOT NULL,
    CONSTRAINT answer_day_tokens_check CHECK ((tokens >= 0))
);

CREATE TABLE account.audit_entry (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    actor text NOT NULL,
    actor_id bigint,
    actor_shown text NOT NULL,
    action text NOT NULL,
    path text NOT NULL,
    detail json,
    CONSTRAINT audit_entry_actor_check CHECK ((actor = ANY (ARRAY['user'::text, 'token'::text, 'operator'::text])))
);

ALTER TABLE account.audit_entry ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME account.audit_entry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE account.bill_sheet (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    search json,
    is_search_cut boolean DEFAULT false NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    refreshed_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    removed_at timestamp with time zone
);

ALTER TABLE account.bill_sheet ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME account.bill_sheet_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE account.bill_sheet_item (
    id bigint NOT NULL,
    sheet_id bigint NOT NULL,
    bill_id bigint NOT NULL,
    former_bill_ids bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    origin text NOT NULL,
    "position" text,
    priority text,
    note text DEFAULT ''::text NOT NULL,
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    removed_at timestamp with time zone,
    is_excluded boolean DEFAULT false NOT NULL,
    CONSTRAINT bill_sheet_item_origin_check CHECK ((origin = ANY (ARRAY['list'::text, 'search'::text])))
);

ALTER TABLE account.bill_sheet_item ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME account.bill_sheet_item_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE account.console_session (
    id_sha256 bytea NOT NULL,
    token_id bigint,
    created_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone NOT NULL,
    user_id bigint,
    CONSTRAINT console_session_of_one CHECK ((num_nonnulls(token_id, user_id) = 1))
);

CREATE TABLE account.credit_balance (
    account_id bigint NOT NULL,
    balance bigint NOT NULL,
    CONSTRAINT credit_balance_balance_check CHECK ((balance >= 0))
);

CREATE TABLE account.credit_entry (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    kind text NOT NULL,
    amount bigint NOT NULL,
    reference text,
    at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT credit_entry_check CHECK (((amount <> 0) AND ((amount < 0) = (kind = 'spent'::text)))),
    CONSTRAINT credit_entry_kind_check CHECK ((kind = ANY (ARRAY['bought'::text, 'spent'::text, 'returned'::text])))
);

ALTER TABLE account.credit_entry ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME account.credit_entry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE account.deleted_account (
    id bigint NOT NULL,
    deleted_at timestamp with time zone NOT NULL
);

CREATE TABLE account.idempotency (
    account_id bigint NOT NULL,
    route text NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    claim uuid NOT NULL,
    claimed_at timestamp with time zone NOT NULL,
    status smallint,
    headers json,
    body text,
    is_sealed boolean DEFAULT false NOT NULL,
    kept_until timestamp with time zone DEFAULT (now() + '1 day'::interval) NOT NULL
);

CREATE TABLE account.invitation (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    email text,
    recipient bytea,
    role text NOT NULL,
    invited_by text NOT NULL,
    invited_by_user bigint,
    sha256 bytea,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    accepted_at timestamp with time zone,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    removed_at timestamp with time zone,
    CONSTRAINT invitation_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'editor'::text, 'viewer'::text, 'operator'::text])))
);

ALTER TABLE account.invitation ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME account.invitation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE account.invitation_mail (
    id bigint NOT NULL,
    recipient bytea NOT NULL,
    mailed_at timestamp with time zone NOT NULL
);

ALTER TABLE account.invitation_mail ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME account.invitation_mail_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE account.lead (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    widget_id bigint NOT NULL,
    email text,
    recipient bytea,
    name text,
    consent_text text,
    questions text[],
    answers text[],
    page text,
    source text,
    district text,
    day date NOT NULL,
    consented_at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone,
    removed_at timestamp with time zone,
    confirm_sha256 bytea,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE account.lead_count (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    widget_id bigint NOT NULL,
    day date NOT NULL,
    page text,
    source text,
    district text,
    signed_up bigint NOT NULL,
    confirmed bigint NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE account.lead_count ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME account.lead_count_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE account.lead ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME account.lead_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE account.lookup_month (
    account_id bigint NOT NULL,
    month date NOT NULL,
    used bigint NOT NULL,
    CONSTRAINT lookup_month_used_check CHECK ((used >= 0))
);

CREATE TABLE account.lookup_reservation (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    month date NOT NULL,
    paid_from text NOT NULL,
    taken_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT lookup_reservation_paid_from_check CHECK ((paid_from = ANY (ARRAY['allowance'::text, 'credit'::text])))
);

ALTER TABLE account.lookup_reservation ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME account.lookup_reservation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE account.mail (
    id bigint NOT NULL,
    key text NOT NULL,
    lead_id bigint,
    recipient text,
    subject text,
    body text,
    message_id text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone,
    sent_at timestamp with time zone,
    failed_at timestamp with time zone,
    failure text
);

ALTER TABLE account.mail ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME account.mail_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE account.mail_link (
    sha256 bytea NOT NULL,
    recipient bytea NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE account.mail_recipient (
    recipient bytea NOT NULL,
    asked_at timestamp with time zone,
    opted_out_at timestamp with time zone
);

CREATE TABLE account.page_logo (
    page_id bigint NOT NULL,
    sha256 text NOT NULL,
    media_type text NOT NULL,
    bytes bytea NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    description text NOT NULL
);

CREATE TABLE account.page_slug (
    slug text NOT NULL COLLATE pg_catalog."C",
    account_id bigint NOT NULL,
    page_id bigint,
    is_current boolean NOT NULL,
    was_published boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE account.request_count (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    day date NOT NULL,
    method text NOT NULL,
    route text NOT NULL,
    status smallint NOT NULL,
    requests bigint NOT NULL,
    duration_ms bigint NOT NULL,
    buckets bigint[] NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE account.request_count ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME account.request_count_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE SEQUENCE ingest.entity_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE account.scorecard (
    id bigint DEFAULT nextval('ingest.entity_id'::regclass) NOT NULL,
    ocd_id text NOT NULL,
    account_id bigint NOT NULL,
    title text NOT NULL,
    definition json NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    published_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    removed_at timestamp with time zone
);

CREATE TABLE account.sign_in_link (
    sha256 bytea NOT NULL,
    recipient bytea NOT NULL,
    browser_sha256 bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    asked_from bytea
);

CREATE TABLE account.stakeholder_page (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    sheet_id bigint NOT NULL,
    title text NOT NULL,
    introduction text DEFAULT ''::text NOT NULL,
    columns text[] NOT NULL,
    sort text NOT NULL,
    accent_color text NOT NULL,
    preview_key bytea NOT NULL,
    published_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    removed_at timestamp with time zone
);

ALTER TABLE account.stakeholder_page ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME account.stakeholder_page_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE account.token (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    sha256 bytea NOT NULL,
    shown text NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    replaced_by bigint,
    last_used_at timestamp with time zone
);

ALTER TABLE account.token ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME account.token_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE account."user" (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    email text,
    recipient bytea,
    role text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    signed_in_at timestamp with time zone,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    removed_at timestamp with time zone,
    CONSTRAINT user_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'editor'::text, 'viewer'::text, 'operator'::text])))
);

ALTER TABLE account."user" ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME account.user_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE account.widget (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    type text NOT NULL,
    name text NOT NULL,
    origins text[] NOT NULL,
    shows json NOT NULL,
    columns text[] NOT NULL,
    row_limit integer NOT NULL,
    theme json NOT NULL,
    lookups json,
    leads json,
    form_key bytea NOT NULL,
    sha256 bytea NOT NULL,
    shown text NOT NULL,
    former_sha256 bytea,
    former_ends_at timestamp with time zone,
    rotated_at timestamp with time zone,
    revoked_at timestamp with time zone,
    removed_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT widget_row_limit_check CHECK ((row_limit > 0))
);

CREATE TABLE account.widget_day (
    widget_id bigint NOT NULL,
    day date NOT NULL,
    lookups bigint DEFAULT 0 NOT NULL,
    sign_ups bigint DEFAULT 0 NOT NULL,
    CONSTRAINT widget_day_lookups_check CHECK ((lookups >= 0)),
    CONSTRAINT widget_day_sign_ups_check CHECK ((sign_ups >= 0))
);

ALTER TABLE account.widget ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME account.widget_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE alerts.change (
    ce_id text NOT NULL,
    bill_id bigint NOT NULL,
    bill json NOT NULL,
    content json NOT NULL,
    recorded_at timestamp with time zone NOT NULL
);

CREATE TABLE alerts.deferred_event (
    topic text NOT NULL,
    partition integer NOT NULL,
    "offset" bigint NOT NULL,
    key text NOT NULL,
    headers json NOT NULL,
    value bytea,
    appended_at bigint NOT NULL,
    deferred_at timestamp with time zone NOT NULL
);

CREATE TABLE alerts.digest (
    id bigint NOT NULL,
    subscription_id bigint NOT NULL,
    account_id bigint NOT NULL,
    recipient_id bigint NOT NULL,
    day date NOT NULL,
    message_id text NOT NULL,
    items integer NOT NULL,
    bills integer NOT NULL,
    subject text,
    text text,
    html text,
    created_at timestamp with time zone NOT NULL
);

ALTER TABLE alerts.digest ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME alerts.digest_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE alerts.hold (
    is_only boolean DEFAULT true NOT NULL,
    held_at timestamp with time zone,
    report_from timestamp with time zone,
    CONSTRAINT hold_is_only_check CHECK (is_only)
);

CREATE TABLE alerts.item (
    id bigint NOT NULL,
    recipient_id bigint NOT NULL,
    ce_id text NOT NULL,
    subscription_ids bigint[] NOT NULL,
    action_id text,
    action_words bytea,
    digest_id bigint,
    created_at timestamp with time zone NOT NULL
);

ALTER TABLE alerts.item ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME alerts.item_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE alerts.mail (
    id bigint NOT NULL,
    key text NOT NULL,
    recipient_id bigint NOT NULL,
    recipient text,
    subject text,
    body text,
    html text,
    unsubscribe_url text,
    message_id text NOT NULL,
    address bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone,
    sent_at timestamp with time zone,
    failed_at timestamp with time zone,
    failure text
);

ALTER TABLE alerts.mail ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME alerts.mail_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE alerts.merged_bill (
    bill_id bigint NOT NULL,
    into_id bigint NOT NULL
);

CREATE TABLE alerts.parked_event (
    topic text NOT NULL,
    partition integer NOT NULL,
    "offset" bigint NOT NULL,
    key text NOT NULL,
    code text NOT NULL,
    error text NOT NULL,
    headers json NOT NULL,
    value bytea,
    appended_at bigint NOT NULL,
    parked_at timestamp with time zone NOT NULL
);

CREATE TABLE alerts."position" (
    topic text NOT NULL,
    partition integer NOT NULL,
    next bigint DEFAULT 0 NOT NULL
);

CREATE TABLE alerts.recipient (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    email text,
    address bytea,
    link_key bytea NOT NULL,
    confirm_sha256 bytea,
    confirmed_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE alerts.recipient ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME alerts.recipient_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE alerts.subscription (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    recipient_id bigint,
    name text NOT NULL,
    channel text NOT NULL,
    watches text NOT NULL,
    sheet_id bigint,
    search json,
    frequency text NOT NULL,
    weekday integer,
    hour integer NOT NULL,
    zone text NOT NULL,
    is_paused boolean DEFAULT false NOT NULL,
    stopped_at timestamp with time zone,
    feed_sha256 bytea,
    feed_hint text,
    start json NOT NULL,
    last_day date NOT NULL,
    next_due_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    removed_at timestamp with time zone,
    CONSTRAINT subscription_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'feed'::text]))),
    CONSTRAINT subscription_frequency_check CHECK ((frequency = ANY (ARRAY['daily'::text, 'weekly'::text]))),
    CONSTRAINT subscription_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
    CONSTRAINT subscription_watches_check CHECK ((watches = ANY (ARRAY['sheet'::text, 'bills'::text, 'search'::text]))),
    CONSTRAINT subscription_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7)))
);

ALTER TABLE alerts.subscription ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME alerts.subscription_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE alerts.suppression (
    address bytea NOT NULL,
    reason text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT suppression_reason_check CHECK ((reason = ANY (ARRAY['bounce'::text, 'complaint'::text])))
);

CREATE TABLE alerts.watched_bill (
    subscription_id bigint NOT NULL,
    bill_id bigint NOT NULL
);

CREATE TABLE control.delay_count (
    jurisdiction text NOT NULL COLLATE pg_catalog."C",
    target text NOT NULL,
    day date NOT NULL,
    counts bigint[] NOT NULL,
    CONSTRAINT delay_count_target_check CHECK ((target = ANY (ARRAY['api'::text, 'webhook'::text])))
)
WITH (fillfactor='50');

CREATE TABLE control.heartbeat (
    service text NOT NULL,
    host text NOT NULL,
    pid integer NOT NULL,
    started_at timestamp with time zone NOT NULL,
    beat_at timestamp with time zone NOT NULL,
    timeout_ms integer NOT NULL,
    status text NOT NULL,
    checks json NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE control.identifier_series (
    jurisdiction text NOT NULL,
    session text NOT NULL,
    prefix text NOT NULL,
    present integer NOT NULL,
    lowest bigint NOT NULL,
    highest bigint NOT NULL,
    missing bigint NOT NULL,
    first_missing bigint[] NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE control.log_fault (
    noticed_by text NOT NULL,
    topic text NOT NULL,
    partition integer NOT NULL,
    code text NOT NULL,
    message text NOT NULL,
    noticed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    is_lasting boolean DEFAULT false NOT NULL
);

CREATE TABLE control.log_floor (
    is_only_row boolean DEFAULT true NOT NULL,
    at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    CONSTRAINT log_floor_is_only_row_check CHECK (is_only_row)
);

CREATE TABLE control.name_matching (
    jurisdiction text NOT NULL,
    voters integer NOT NULL,
    unmatched_voters integer NOT NULL,
    sponsors integer NOT NULL,
    unmatched_sponsors integer NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE control.park_count (
    read_schema text NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    events bigint NOT NULL,
    failed integer NOT NULL
);

CREATE TABLE control.parked_event (
    read_schema text NOT NULL,
    topic text NOT NULL,
    partition integer NOT NULL,
    "offset" bigint NOT NULL,
    key text NOT NULL,
    code text NOT NULL,
    error text NOT NULL,
    headers json NOT NULL,
    value bytea,
    appended_at bigint NOT NULL,
    parked_at timestamp with time zone DEFAULT now() NOT NULL,
    dropped_at timestamp with time zone
);

CREATE TABLE control.parked_key (
    read_schema text NOT NULL,
    topic text NOT NULL,
    partition integer NOT NULL,
    key text NOT NULL,
    parked_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE control.partition_clock (
    topic text NOT NULL,
    partition integer NOT NULL,
    at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    claimed integer DEFAULT 0 NOT NULL,
    end_offset bigint DEFAULT 0 NOT NULL,
    relayed_to bigint DEFAULT 0 NOT NULL,
    relayed_id text DEFAULT ''::text NOT NULL,
    waiting_since timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL
);

CREATE TABLE control."position" (
    read_schema text NOT NULL,
    topic text NOT NULL,
    partition integer NOT NULL,
    next bigint DEFAULT 0 NOT NULL,
    last_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    read_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    owner text
);

CREATE TABLE control.projector_halt (
    read_schema text NOT NULL,
    topic text NOT NULL,
    partition integer NOT NULL,
    upto bigint NOT NULL,
    message text NOT NULL,
    halted_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    allowed_at timestamp with time zone
);

CREATE TABLE control.projector_wait (
    read_schema text NOT NULL,
    topic text NOT NULL,
    partition integer NOT NULL,
    "offset" bigint NOT NULL,
    code text NOT NULL,
    type text NOT NULL,
    message text NOT NULL,
    since timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE control.read_schema (
    name text NOT NULL,
    is_live boolean DEFAULT false NOT NULL,
    state text DEFAULT 'projecting'::text NOT NULL,
    keep_until timestamp with time zone,
    code text,
    feed_epoch integer DEFAULT 1 NOT NULL,
    feed_since timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    watermark timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT read_schema_check CHECK (((NOT is_live) OR (state = 'projecting'::text))),
    CONSTRAINT read_schema_state_check CHECK ((state = ANY (ARRAY['building'::text, 'projecting'::text, 'frozen'::text, 'dropping'::text])))
);

CREATE TABLE control.rebuild (
    id bigint NOT NULL,
    read_schema text NOT NULL,
    code text NOT NULL,
    phase text NOT NULL,
    until_at timestamp with time zone,
    spans json NOT NULL,
    report json,
    error text,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    phase_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT rebuild_phase_check CHECK ((phase = ANY (ARRAY['load'::text, 'index'::text, 'catch_up'::text, 'compare'::text, 'swap'::text, 'done'::text, 'abandoned'::text])))
);

ALTER TABLE control.rebuild ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME control.rebuild_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE control.schema_id (
    registry_id integer NOT NULL,
    subject text NOT NULL,
    version integer NOT NULL,
    fingerprint text NOT NULL,
    registered_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE control.session_end (
    jurisdiction text NOT NULL,
    session text NOT NULL,
    ends_on text COLLATE pg_catalog."C",
    is_inactive boolean DEFAULT false NOT NULL,
    closed_on text COLLATE pg_catalog."C",
    last_action_on text COLLATE pg_catalog."C",
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE control.skipped_event (
    read_schema text NOT NULL,
    topic text NOT NULL,
    partition integer NOT NULL,
    "offset" bigint NOT NULL
);

CREATE TABLE control.source (
    source text NOT NULL,
    interval_s integer,
    last_run_id text,
    last_status text,
    last_started_at timestamp with time zone,
    last_ended_at timestamp with time zone,
    last_error text,
    last_success_at timestamp with time zone,
    first_fetch_at timestamp with time zone,
    last_fetch_success_at timestamp with time zone,
    fetch_failures integer DEFAULT 0 NOT NULL,
    quarantined json DEFAULT '{}'::json NOT NULL
);

CREATE TABLE control.source_freshness (
    source text NOT NULL,
    jurisdiction text NOT NULL,
    last_seen_at timestamp with time zone,
    last_success_at timestamp with time zone,
    last_change_at timestamp with time zone,
    entities json DEFAULT '{}'::json NOT NULL,
    quarantined json DEFAULT '{}'::json NOT NULL
);

CREATE TABLE control.source_week (
    source text NOT NULL,
    week date NOT NULL,
    runs integer NOT NULL,
    events bigint NOT NULL
);

CREATE TABLE derive.bill_mention (
    filing_id bigint NOT NULL,
    activity integer NOT NULL,
    start_at integer NOT NULL,
    end_at integer NOT NULL,
    congress integer NOT NULL,
    identifier text NOT NULL,
    identifier_key text NOT NULL,
    words text NOT NULL,
    quote text NOT NULL
);

CREATE TABLE derive.bill_shingle (
    hash integer NOT NULL,
    bill_id bigint NOT NULL
);

CREATE TABLE derive.bill_summary (
    bill_id bigint NOT NULL,
    source_sha256 text NOT NULL,
    text text NOT NULL,
    meta jsonb NOT NULL,
    method text NOT NULL,
    method_version integer NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE derive.bill_vector (
    bill_id bigint NOT NULL,
    key bytea NOT NULL,
    signs bit varying NOT NULL,
    is_thin boolean NOT NULL
);

CREATE TABLE derive.compared_bill (
    bill_id bigint NOT NULL,
    text jsonb,
    basis text NOT NULL,
    shingles integer[] NOT NULL,
    failure text
);

CREATE TABLE derive.copycat_generation (
    number integer NOT NULL,
    object_sha256 text NOT NULL,
    documents integer NOT NULL,
    learned_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE derive.copycat_position (
    read_schema text NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    id bigint NOT NULL,
    basis text NOT NULL,
    models integer NOT NULL
);

CREATE TABLE derive.counted_source (
    source_id bigint NOT NULL,
    organization_id bigint NOT NULL,
    is_counted boolean NOT NULL,
    is_ended boolean NOT NULL
);

CREATE TABLE derive.failed_result (
    bill_id bigint NOT NULL,
    kind text NOT NULL,
    key bytea NOT NULL,
    method_version integer NOT NULL,
    reason text NOT NULL,
    tries integer DEFAULT 1 NOT NULL,
    first_failed_at timestamp with time zone DEFAULT now() NOT NULL,
    retry_at timestamp with time zone NOT NULL
);

CREATE TABLE derive.mention_position (
    read_schema text NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    id bigint NOT NULL,
    basis text NOT NULL
);

CREATE TABLE derive.model_answer (
    key text NOT NULL,
    claimed_until timestamp with time zone,
    answer json,
    broken text[],
    answered_at timestamp with time zone
);

CREATE TABLE derive.model_day (
    day date NOT NULL,
    tokens bigint NOT NULL
);

CREATE TABLE derive.model_position (
    read_schema text NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    id bigint NOT NULL,
    basis text NOT NULL
);

CREATE TABLE derive.model_work (
    bill_id bigint NOT NULL,
    kind text NOT NULL,
    bill_ocd_id text NOT NULL,
    version_id text NOT NULL,
    text jsonb NOT NULL,
    wanted text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    taken_until timestamp with time zone,
    failures integer DEFAULT 0 NOT NULL,
    reason text
);

CREATE TABLE derive.organization_activity (
    organization_id bigint NOT NULL,
    kind text NOT NULL,
    topic text NOT NULL,
    jurisdiction text NOT NULL,
    activities integer NOT NULL,
    issues integer NOT NULL,
    day date,
    quote text,
    source_url text,
    is_ended boolean NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT organization_activity_kind_check CHECK ((kind = ANY (ARRAY['issue'::text, 'agency'::text])))
);

CREATE TABLE derive.organization_activity_position (
    table_name text NOT NULL,
    basis text NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    id bigint NOT NULL,
    moved_at timestamp with time zone DEFAULT now() NOT NULL,
    generation uuid DEFAULT gen_random_uuid() NOT NULL
);

CREATE TABLE derive.organization_change (
    organization_id bigint NOT NULL,
    change bigint NOT NULL,
    type text
);

CREATE TABLE derive.organization_summary (
    organization_id bigint NOT NULL,
    issues integer NOT NULL,
    updated_at timestamp with time zone NOT NULL
);

CREATE TABLE derive."position" (
    read_schema text NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    id bigint NOT NULL,
    basis text NOT NULL,
    moved_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE derive.regulation_mention (
    filing_id bigint NOT NULL,
    activity integer NOT NULL,
    start_at integer NOT NULL,
    end_at integer NOT NULL,
    scheme text NOT NULL,
    number text NOT NULL,
    words text NOT NULL,
    quote text NOT NULL
);

CREATE TABLE derive.result (
    kind text NOT NULL,
    key bytea NOT NULL,
    method_version integer NOT NULL,
    packed bytea,
    object_sha256 text,
    bytes integer NOT NULL,
    stats jsonb,
    derived_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT result_check CHECK (((packed IS NULL) <> (object_sha256 IS NULL)))
);
ALTER TABLE ONLY derive.result ALTER COLUMN packed SET STORAGE EXTERNAL;

CREATE TABLE derive.shared_text (
    bill_id bigint NOT NULL,
    source text NOT NULL,
    other_id bigint NOT NULL,
    matched_words integer NOT NULL,
    family bigint[] DEFAULT '{}'::bigint[] NOT NULL,
    shared json NOT NULL
);

CREATE TABLE derive.similar_bill (
    bill_id bigint NOT NULL,
    jurisdiction text NOT NULL,
    content_sha256 bytea NOT NULL,
    is_thin boolean NOT NULL,
    terms text[] NOT NULL,
    weights smallint[] NOT NULL,
    vector_key bytea
);

CREATE TABLE derive.similar_list (
    bill_id bigint NOT NULL,
    other_ids bigint[] NOT NULL,
    other_scores smallint[] NOT NULL,
    other_cosines smallint[] NOT NULL,
    same_ids bigint[] NOT NULL,
    same_scores smallint[] NOT NULL,
    same_cosines smallint[] NOT NULL
);

CREATE TABLE derive.similar_position (
    only_row boolean DEFAULT true NOT NULL,
    basis text NOT NULL,
    embedder text,
    read_schema text NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    id bigint NOT NULL,
    phase text NOT NULL,
    moved_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT similar_position_only_row_check CHECK (only_row),
    CONSTRAINT similar_position_phase_check CHECK ((phase = ANY (ARRAY['bills'::text, 'lists'::text, 'following'::text])))
);

CREATE TABLE derive.vector (
    embedder text NOT NULL,
    key bytea NOT NULL,
    codes bytea NOT NULL
);

CREATE TABLE geo.address_point (
    release_id bigint NOT NULL,
    state text NOT NULL,
    zip5 text,
    place text,
    street_key text NOT NULL,
    predir text,
    suffix text,
    sufdir text,
    prefix text NOT NULL,
    number integer NOT NULL,
    number_suffix text NOT NULL,
    x integer NOT NULL,
    y integer NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05');

CREATE TABLE geo.address_range (
    release_id bigint NOT NULL,
    state text NOT NULL,
    zip5 text,
    place text,
    street_key text NOT NULL,
    predir text,
    suffix text,
    sufdir text,
    prefix text NOT NULL,
    low integer,
    high integer,
    parity text,
    descends boolean NOT NULL,
    side text NOT NULL,
    tlid bigint NOT NULL,
    tfid bigint,
    line integer[] NOT NULL,
    CONSTRAINT address_range_parity_check CHECK ((parity = ANY (ARRAY['E'::text, 'O'::text, 'B'::text]))),
    CONSTRAINT address_range_side_check CHECK ((side = ANY (ARRAY['L'::text, 'R'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05');

CREATE TABLE geo.division_shape (
    boundary_id bigint NOT NULL,
    division_id text NOT NULL,
    map text NOT NULL,
    state text NOT NULL,
    tier text NOT NULL,
    code text,
    valid_from date,
    valid_to date,
    is_simplified boolean NOT NULL,
    sha256 text NOT NULL,
    geom public.geometry(MultiPolygon,4326) NOT NULL
);

CREATE TABLE geo.face_division (
    tfid bigint NOT NULL,
    release_id bigint NOT NULL,
    map text NOT NULL,
    tier text NOT NULL,
    division_id text NOT NULL
);

CREATE TABLE geo.face_map (
    release_id bigint NOT NULL,
    map text NOT NULL,
    tier text NOT NULL,
    method text NOT NULL,
    digest text NOT NULL,
    CONSTRAINT face_map_method_check CHECK ((method = ANY (ARRAY['code'::text, 'point'::text])))
);

CREATE TABLE geo.failed_shape (
    boundary_id bigint NOT NULL,
    sha256 text NOT NULL,
    reason text NOT NULL,
    tries integer DEFAULT 1 NOT NULL,
    retry_at timestamp with time zone
);

CREATE TABLE geo.place_name (
    release_id bigint NOT NULL,
    state text NOT NULL,
    name text NOT NULL,
    division_id text
);

CREATE TABLE geo.release (
    id bigint NOT NULL,
    publisher text NOT NULL,
    area text NOT NULL,
    state text NOT NULL,
    vintage text NOT NULL,
    name text NOT NULL,
    maps json NOT NULL,
    is_loaded boolean DEFAULT false NOT NULL,
    is_in_force boolean DEFAULT false NOT NULL,
    ranges bigint DEFAULT 0 NOT NULL,
    points bigint DEFAULT 0 NOT NULL,
    faces bigint DEFAULT 0 NOT NULL,
    rejected json DEFAULT '{}'::json NOT NULL,
    loaded_at timestamp with time zone,
    error text,
    tries integer DEFAULT 0 NOT NULL,
    retry_at timestamp with time zone
);

CREATE TABLE geo.version (
    only_row boolean DEFAULT true NOT NULL,
    version bigint NOT NULL,
    CONSTRAINT version_only_row_check CHECK (only_row)
);

CREATE TABLE ingest.alias (
    scheme text NOT NULL,
    value text NOT NULL,
    entity_id bigint NOT NULL,
    merged_from bigint
);

CREATE TABLE ingest.comment_deadline (
    entity_id bigint NOT NULL,
    closes_on date NOT NULL,
    closed_at timestamp with time zone
);

CREATE TABLE ingest.derivation_request (
    id bigint NOT NULL,
    bill_ocd_id text NOT NULL,
    body json NOT NULL,
    requested_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ingest.derivation_request ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME ingest.derivation_request_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE ingest.entity (
    id bigint NOT NULL,
    ocd_id text NOT NULL,
    entity_type text NOT NULL,
    kafka_key text NOT NULL,
    sequence bigint DEFAULT 0 NOT NULL,
    minted_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE ingest.feed_cursor (
    source text NOT NULL,
    span text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    cursor json NOT NULL,
    saved_at timestamp with time zone NOT NULL
);

CREATE TABLE ingest.fetched (
    id bigint NOT NULL,
    source text NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    sha256 text NOT NULL,
    media_type text NOT NULL,
    bytes bigint NOT NULL,
    fetched_at timestamp with time zone NOT NULL,
    etag text,
    last_modified text,
    run_id text NOT NULL,
    is_document boolean DEFAULT false NOT NULL,
    observed_at timestamp with time zone,
    observed_run_id text
);

ALTER TABLE ingest.fetched ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME ingest.fetched_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE ingest.identity (
    entity_type text NOT NULL,
    natural_key text NOT NULL COLLATE pg_catalog."C",
    base_key text NOT NULL COLLATE pg_catalog."C",
    entity_id bigint NOT NULL,
    merged_from bigint
);

CREATE TABLE ingest.identity_dispute (
    entity_type text NOT NULL,
    natural_key text NOT NULL COLLATE pg_catalog."C",
    named_id bigint NOT NULL,
    claimed_by_id bigint NOT NULL,
    source text NOT NULL,
    record text NOT NULL,
    run_id text NOT NULL,
    first_seen_at timestamp with time zone DEFAULT now() NOT NULL,
    last_seen_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE ingest.journal (
    topic text NOT NULL,
    partition integer NOT NULL,
    first_offset bigint NOT NULL,
    end_offset bigint NOT NULL,
    last_id text NOT NULL,
    batch bytea NOT NULL,
    relayed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
ALTER TABLE ONLY ingest.journal ALTER COLUMN batch SET STORAGE EXTERNAL;

CREATE TABLE ingest.kept_separate (
    loser_id bigint NOT NULL,
    winner_id bigint NOT NULL,
    split_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE ingest.merged (
    loser_id bigint NOT NULL,
    winner_id bigint NOT NULL,
    reason text NOT NULL,
    merged_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE ingest.outbox (
    id bigint NOT NULL,
    topic text NOT NULL,
    partition integer NOT NULL,
    key text NOT NULL,
    event_count integer NOT NULL,
    events bytea NOT NULL,
    recorded_at timestamp with time zone
);
ALTER TABLE ONLY ingest.outbox ALTER COLUMN events SET COMPRESSION lz4;

ALTER TABLE ingest.outbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME ingest.outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE ingest.printed_name (
    jurisdiction text NOT NULL,
    session text NOT NULL,
    chamber text NOT NULL,
    name text NOT NULL,
    first_seen_on date,
    is_voter boolean NOT NULL,
    district text,
    source_id text,
    matched_at timestamp with time zone,
    is_matched boolean DEFAULT false NOT NULL
);

CREATE TABLE ingest.quarantine (
    id bigint NOT NULL,
    source text NOT NULL,
    record text NOT NULL,
    jurisdiction text,
    reason text NOT NULL,
    detail text NOT NULL,
    sha256 text NOT NULL,
    bytes bytea NOT NULL,
    form text DEFAULT 'record'::text NOT NULL,
    run_id text NOT NULL,
    first_seen_at timestamp with time zone DEFAULT now() NOT NULL,
    last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
    times_seen integer DEFAULT 1 NOT NULL
);
ALTER TABLE ONLY ingest.quarantine ALTER COLUMN bytes SET COMPRESSION lz4;

ALTER TABLE ingest.quarantine ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME ingest.quarantine_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE ingest.run (
    id text NOT NULL,
    source text NOT NULL,
    input_kind text NOT NULL,
    input text NOT NULL,
    mode text NOT NULL,
    host text NOT NULL,
    pid integer NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    heartbeat_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    status text DEFAULT 'running'::text NOT NULL,
    counts json DEFAULT '{}'::json NOT NULL,
    error text,
    since timestamp with time zone,
    until timestamp with time zone,
    next_since timestamp with time zone
);

CREATE TABLE ingest.scorecard_request (
    id bigint NOT NULL,
    scorecard_id bigint NOT NULL,
    ocd_id text NOT NULL,
    body json NOT NULL,
    requested_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ingest.scorecard_request ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME ingest.scorecard_request_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE ingest.session_sweep (
    session_id bigint NOT NULL,
    next_after bigint DEFAULT 0 NOT NULL,
    backfill boolean DEFAULT false NOT NULL,
    requested_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE ingest.snapshot (
    entity_id bigint NOT NULL,
    source text NOT NULL,
    record_key text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    record_rank integer DEFAULT 0 NOT NULL,
    jurisdiction text NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    part_observed_at json NOT NULL,
    schema_rank integer NOT NULL,
    mapper_version integer NOT NULL,
    run_id text NOT NULL,
    discriminator text,
    hash bytea NOT NULL,
    parts json NOT NULL
);
ALTER TABLE ONLY ingest.snapshot ALTER COLUMN parts SET COMPRESSION lz4;

CREATE TABLE ingest.source_jurisdiction (
    source text NOT NULL,
    jurisdiction text NOT NULL,
    live_since timestamp with time zone,
    last_run_id text NOT NULL,
    counts json DEFAULT '{}'::json NOT NULL
);

CREATE TABLE ingest.source_lease (
    source text NOT NULL,
    run_id text NOT NULL,
    host text NOT NULL,
    boot text NOT NULL,
    pid integer NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE ingest.stored_entity (
    entity_id bigint NOT NULL,
    content json NOT NULL
);
ALTER TABLE ONLY ingest.stored_entity ALTER COLUMN content SET COMPRESSION lz4;

CREATE TABLE ingest.text_attempt (
    url text NOT NULL,
    failures integer NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    reason text
);

CREATE TABLE ingest.text_queue (
    entity_id bigint NOT NULL,
    sequence bigint NOT NULL,
    due_at timestamp with time zone
);

CREATE TABLE ingest.timer (
    name text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    error text
);

CREATE TABLE public.legislog_migration (
    id integer NOT NULL,
    name character varying(255),
    batch integer,
    migration_time timestamp with time zone
);

CREATE SEQUENCE public.legislog_migration_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.legislog_migration_id_seq OWNED BY public.legislog_migration.id;

CREATE TABLE public.legislog_migration_lock (
    index integer NOT NULL,
    is_locked integer
);

CREATE SEQUENCE public.legislog_migration_lock_index_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE public.legislog_migration_lock_index_seq OWNED BY public.legislog_migration_lock.index;

CREATE TABLE search.failed_text (
    sha256 text NOT NULL,
    reason text NOT NULL,
    tries integer DEFAULT 1 NOT NULL,
    retry_at timestamp with time zone NOT NULL,
    first_failed_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE search.progress (
    read_schema text NOT NULL,
    through timestamp with time zone NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE search.text (
    sha256 text NOT NULL,
    words tsvector NOT NULL,
    characters integer NOT NULL,
    indexed_characters integer NOT NULL,
    indexed_at timestamp with time zone DEFAULT now() NOT NULL,
    terms bigint[],
    impacts integer[]
);

CREATE TABLE search.word_count (
    number integer NOT NULL,
    counted_table text NOT NULL,
    is_live boolean NOT NULL,
    rows bigint NOT NULL,
    sampled bigint NOT NULL,
    bytes bigint NOT NULL,
    counted_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE search.word_count ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME search.word_count_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE search.word_frequency (
    count_number integer NOT NULL,
    word text NOT NULL COLLATE pg_catalog."C",
    rows integer NOT NULL,
    tiers integer[] NOT NULL
);

CREATE TABLE webhook.attempt (
    delivery_key text NOT NULL COLLATE pg_catalog."C",
    attempt integer NOT NULL,
    at timestamp with time zone NOT NULL,
    duration_ms integer NOT NULL,
    outcome text NOT NULL,
    status integer,
    error text,
    response text,
    response_headers json
);

CREATE TABLE webhook.deferred_event (
    topic text NOT NULL,
    partition integer NOT NULL,
    "offset" bigint NOT NULL,
    key text NOT NULL,
    headers json NOT NULL,
    value bytea,
    appended_at bigint NOT NULL,
    deferred_at timestamp with time zone NOT NULL
);

CREATE TABLE webhook.delivery (
    key text NOT NULL COLLATE pg_catalog."C",
    event_id bigint NOT NULL,
    endpoint_id bigint NOT NULL,
    status text NOT NULL,
    copy integer DEFAULT 0 NOT NULL,
    attempt integer DEFAULT 0 NOT NULL,
    uncounted_attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone NOT NULL,
    scheduled_at timestamp with time zone,
    not_before timestamp with time zone,
    last_status integer,
    last_error text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    changed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT delivery_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'skipped'::text])))
)
WITH (fillfactor='80');

CREATE TABLE webhook.endpoint (
    id bigint NOT NULL,
    account_id bigint,
    url text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    events text[] NOT NULL,
    filter json DEFAULT '{}'::json NOT NULL,
    headers json DEFAULT '[]'::json NOT NULL,
    secrets json NOT NULL,
    status text DEFAULT 'enabled'::text NOT NULL,
    status_reason text,
    status_at timestamp with time zone,
    max_in_flight integer DEFAULT 4 NOT NULL,
    rate_limit_per_s integer,
    ordering text DEFAULT 'none'::text NOT NULL,
    start json NOT NULL,
    failures_in_row integer DEFAULT 0 NOT NULL,
    first_failure_at timestamp with time zone,
    last_failure_at timestamp with time zone,
    last_success_at timestamp with time zone,
    warned_hours integer DEFAULT 0 NOT NULL,
    wait_until timestamp with time zone,
    last_trouble_at timestamp with time zone,
    last_sent_at timestamp with time zone,
    lease_token uuid,
    lease_until timestamp with time zone,
    lease_holder bigint,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT endpoint_max_in_flight_check CHECK (((max_in_flight >= 1) AND (max_in_flight <= 20))),
    CONSTRAINT endpoint_ordering_check CHECK ((ordering = ANY (ARRAY['none'::text, 'bill'::text]))),
    CONSTRAINT endpoint_rate_limit_per_s_check CHECK (((rate_limit_per_s >= 1) AND (rate_limit_per_s <= 1000))),
    CONSTRAINT endpoint_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'paused'::text, 'disabled'::text])))
)
WITH (fillfactor='50');

ALTER TABLE webhook.endpoint ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME webhook.endpoint_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE webhook.event (
    id bigint NOT NULL,
    ce_id text NOT NULL,
    type text NOT NULL,
    account_id bigint,
    bill_id bigint,
    jurisdiction text,
    recorded_at timestamp with time zone NOT NULL,
    subjects text[],
    body bytea,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY webhook.event ALTER COLUMN body SET COMPRESSION lz4;

ALTER TABLE webhook.event ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME webhook.event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE webhook.follow (
    account_id bigint NOT NULL,
    bill_id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    removed_at timestamp with time zone
);

CREATE TABLE webhook.merged_bill (
    bill_id bigint NOT NULL,
    into_id bigint NOT NULL,
    at timestamp with time zone NOT NULL
);

CREATE TABLE webhook.notice (
    id bigint NOT NULL,
    account_id bigint NOT NULL,
    endpoint_id bigint NOT NULL,
    type text NOT NULL,
    data json NOT NULL,
    created_at timestamp with time zone NOT NULL
);

ALTER TABLE webhook.notice ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME webhook.notice_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE webhook.parked_event (
    topic text NOT NULL,
    partition integer NOT NULL,
    "offset" bigint NOT NULL,
    key text NOT NULL,
    code text NOT NULL,
    error text NOT NULL,
    headers json NOT NULL,
    value bytea,
    appended_at bigint NOT NULL,
    parked_at timestamp with time zone NOT NULL
);

CREATE TABLE webhook."position" (
    topic text NOT NULL,
    partition integer NOT NULL,
    next bigint DEFAULT 0 NOT NULL
);

CREATE TABLE webhook.removed_endpoint (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    updated_at timestamp with time zone NOT NULL
);

CREATE TABLE webhook.replay (
    id bigint NOT NULL,
    endpoint_id bigint NOT NULL,
    request json NOT NULL,
    is_dry_run boolean NOT NULL,
    status text NOT NULL,
    status_reason text,
    first_id bigint NOT NULL,
    last_id bigint NOT NULL,
    scanned_id bigint NOT NULL,
    queued json DEFAULT '{"failed": 0, "skipped": 0, "missing": 0}'::json NOT NULL,
    next_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT replay_status_check CHECK ((status = ANY (ARRAY['running'::text, 'done'::text, 'stopped'::text])))
);

ALTER TABLE webhook.replay ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME webhook.replay_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE webhook.tracked_bill (
    endpoint_id bigint NOT NULL,
    bill_id bigint NOT NULL
);

ALTER TABLE ONLY public.legislog_migration ALTER COLUMN id SET DEFAULT nextval('public.legislog_migration_id_seq'::regclass);

ALTER TABLE ONLY public.legislog_migration_lock ALTER COLUMN index SET DEFAULT nextval('public.legislog_migration_lock_index_seq'::regclass);

ALTER TABLE ONLY account.account
    ADD CONSTRAINT account_name_key UNIQUE (name);

ALTER TABLE ONLY account.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY account.answer_day
    ADD CONSTRAINT answer_day_pkey PRIMARY KEY (account_id, day);

ALTER TABLE ONLY account.audit_entry
    ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (id);

ALTER TABLE ONLY account.bill_sheet_item
    ADD CONSTRAINT bill_sheet_item_pkey PRIMARY KEY (id);

ALTER TABLE ONLY account.bill_sheet
    ADD CONSTRAINT bill_sheet_pkey PRIMARY KEY (id);

ALTER TABLE ONLY account.console_session
    ADD CONSTRAINT console_session_pkey PRIMARY KEY (id_sha256);

ALTER TABLE ONLY account.credit_balance
    ADD CONSTRAINT credit_balance_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY account.credit_entry
    ADD CONSTRAINT credit_entry_account_id_reference_key UNIQUE (account_id, reference);

ALTER TABLE ONLY account.credit_entry
    ADD CONSTRAINT credit_entry_pkey PRIMARY KEY (id);

ALTER TABLE ONLY account.deleted_account
    ADD CONSTRAINT deleted_account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY account.idempotency
    ADD CONSTRAINT idempotency_pkey PRIMARY KEY (account_id, route, key);

ALTER TABLE ONLY account.invitation_mail
    ADD CONSTRAINT invitation_mail_pkey PRIMARY KEY (id);

ALTER TABLE ONLY account.invitation
    ADD CONSTRAINT invitation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY account.invitation
    ADD CONSTRAINT invitation_sha256_key UNIQUE (sha256);

ALTER TABLE ONLY account.lead
    ADD CONSTRAINT lead_confirm_sha256_key UNIQUE (confirm_sha256);

ALTER TABLE ONLY account.lead_count
    ADD CONSTRAINT lead_count_pkey PRIMARY KEY (id);

ALTER TABLE ONLY account.lead_count
    ADD CONSTRAINT lead_count_widget_id_day_page_source_district_key UNIQUE NULLS NOT DISTINCT (widget_id, day, page, source, district);

ALTER TABLE ONLY account.lead
    ADD CONSTRAINT lead_pkey PRIMARY KEY (id);

ALTER TABLE ONLY account.lead
    ADD CONSTRAINT lead_widget_id_recipient_key UNIQUE (widget_id, recipient);

ALTER TABLE ONLY account.lookup_month
    ADD CONSTRAINT lookup_month_pkey PRIMARY KEY (account_id, month);

ALTER TABLE ONLY account.lookup_reservation
    ADD CONSTRAINT lookup_reservation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY account.mail
    ADD CONSTRAINT mail_key_key UNIQUE (key);

ALTER TABLE ONLY account.mail_link
    ADD CONSTRAINT mail_link_pkey PRIMARY KEY (sha256);

ALTER TABLE ONLY account.mail
    ADD CONSTRAINT mail_message_id_key UNIQUE (message_id);

ALTER TABLE ONLY account.mail
    ADD CONSTRAINT mail_pkey PRIMARY KEY (id);

ALTER TABLE ONLY account.mail_recipient
    ADD CONSTRAINT mail_recipient_pkey PRIMARY KEY (recipient);

ALTER TABLE ONLY account.page_logo
    ADD CONSTRAINT page_logo_pkey PRIMARY KEY (page_id);

ALTER TABLE ONLY account.page_slug
    ADD CONSTRAINT page_slug_pkey PRIMARY KEY (slug);

ALTER TABLE ONLY account.request_count
    ADD CONSTRAINT request_count_account_id_day_method_route_status_key UNIQUE (account_id, day, method, route, status);

ALTER TABLE ONLY account.request_count
    ADD CONSTRAINT request_count_pkey PRIMARY KEY (id);

ALTER TABLE ONLY account.scorecard
    ADD CONSTRAINT scorecard_ocd_id_key UNIQUE (ocd_id);

ALTER TABLE ONLY account.scorecard
    ADD CONSTRAINT scorecard_pkey PRIMARY KEY (id);

ALTER TABLE ONLY account.sign_in_link
    ADD CONSTRAINT sign_in_link_pkey PRIMARY KEY (sha256);

ALTER TABLE ONLY account.stakeholder_page
    ADD CONSTRAINT stakeholder_page_pkey PRIMARY KEY (id);

ALTER TABLE ONLY account.token
    ADD CONSTRAINT token_pkey PRIMARY KEY (id);

ALTER TABLE ONLY account.token
    ADD CONSTRAINT token_sha256_key UNIQUE (sha256);

ALTER TABLE ONLY account."user"
    ADD CONSTRAINT user_pkey PRIMARY KEY (id);

ALTER TABLE ONLY account.widget_day
    ADD CONSTRAINT widget_day_pkey PRIMARY KEY (widget_id, day);

ALTER TABLE ONLY account.widget
    ADD CONSTRAINT widget_former_sha256_key UNIQUE (former_sha256);

ALTER TABLE ONLY account.widget
    ADD CONSTRAINT widget_pkey PRIMARY KEY (id);

ALTER TABLE ONLY account.widget
    ADD CONSTRAINT widget_sha256_key UNIQUE (sha256);

ALTER TABLE ONLY alerts.change
    ADD CONSTRAINT change_pkey PRIMARY KEY (ce_id);

ALTER TABLE ONLY alerts.deferred_event
    ADD CONSTRAINT deferred_event_pkey PRIMARY KEY (topic, partition, "offset");

ALTER TABLE ONLY alerts.digest
    ADD CONSTRAINT digest_message_id_key UNIQUE (message_id);

ALTER TABLE ONLY alerts.digest
    ADD CONSTRAINT digest_pkey PRIMARY KEY (id);

ALTER TABLE ONLY alerts.digest
    ADD CONSTRAINT digest_subscription_id_day_key UNIQUE (subscription_id, day);

ALTER TABLE ONLY alerts.hold
    ADD CONSTRAINT hold_pkey PRIMARY KEY (is_only);

ALTER TABLE ONLY alerts.item
    ADD CONSTRAINT item_pkey PRIMARY KEY (id);

ALTER TABLE ONLY alerts.item
    ADD CONSTRAINT item_recipient_id_ce_id_key UNIQUE (recipient_id, ce_id);

ALTER TABLE ONLY alerts.mail
    ADD CONSTRAINT mail_key_key UNIQUE (key);

ALTER TABLE ONLY alerts.mail
    ADD CONSTRAINT mail_message_id_key UNIQUE (message_id);

ALTER TABLE ONLY alerts.mail
    ADD CONSTRAINT mail_pkey PRIMARY KEY (id);

ALTER TABLE ONLY alerts.merged_bill
    ADD CONSTRAINT merged_bill_pkey PRIMARY KEY (bill_id);

ALTER TABLE ONLY alerts.parked_event
    ADD CONSTRAINT parked_event_pkey PRIMARY KEY (topic, partition, "offset");

ALTER TABLE ONLY alerts."position"
    ADD CONSTRAINT position_pkey PRIMARY KEY (topic, partition);

ALTER TABLE ONLY alerts.recipient
    ADD CONSTRAINT recipient_account_id_address_key UNIQUE (account_id, address);

ALTER TABLE ONLY alerts.recipient
    ADD CONSTRAINT recipient_confirm_sha256_key UNIQUE (confirm_sha256);

ALTER TABLE ONLY alerts.recipient
    ADD CONSTRAINT recipient_pkey PRIMARY KEY (id);

ALTER TABLE ONLY alerts.subscription
    ADD CONSTRAINT subscription_feed_sha256_key UNIQUE (feed_sha256);

ALTER TABLE ONLY alerts.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (id);

ALTER TABLE ONLY alerts.suppression
    ADD CONSTRAINT suppression_pkey PRIMARY KEY (address);

ALTER TABLE ONLY alerts.watched_bill
    ADD CONSTRAINT watched_bill_pkey PRIMARY KEY (bill_id, subscription_id);

ALTER TABLE ONLY control.delay_count
    ADD CONSTRAINT delay_count_pkey PRIMARY KEY (jurisdiction, target, day);

ALTER TABLE ONLY control.heartbeat
    ADD CONSTRAINT heartbeat_pkey PRIMARY KEY (service, host, pid);

ALTER TABLE ONLY control.identifier_series
    ADD CONSTRAINT identifier_series_pkey PRIMARY KEY (jurisdiction, session, prefix);

ALTER TABLE ONLY control.log_fault
    ADD CONSTRAINT log_fault_pkey PRIMARY KEY (noticed_by, topic, partition);

ALTER TABLE ONLY control.log_floor
    ADD CONSTRAINT log_floor_pkey PRIMARY KEY (is_only_row);

ALTER TABLE ONLY control.name_matching
    ADD CONSTRAINT name_matching_pkey PRIMARY KEY (jurisdiction);

ALTER TABLE ONLY control.parked_event
    ADD CONSTRAINT parked_event_pkey PRIMARY KEY (read_schema, topic, partition, "offset");

ALTER TABLE ONLY control.parked_key
    ADD CONSTRAINT parked_key_pkey PRIMARY KEY (read_schema, topic, partition, key);

ALTER TABLE ONLY control.partition_clock
    ADD CONSTRAINT partition_clock_pkey PRIMARY KEY (topic, partition);

ALTER TABLE ONLY control."position"
    ADD CONSTRAINT position_pkey PRIMARY KEY (read_schema, topic, partition);

ALTER TABLE ONLY control.projector_halt
    ADD CONSTRAINT projector_halt_pkey PRIMARY KEY (read_schema, topic, partition);

ALTER TABLE ONLY control.projector_wait
    ADD CONSTRAINT projector_wait_pkey PRIMARY KEY (read_schema, topic, partition);

ALTER TABLE ONLY control.read_schema
    ADD CONSTRAINT read_schema_pkey PRIMARY KEY (name);

ALTER TABLE ONLY control.rebuild
    ADD CONSTRAINT rebuild_pkey PRIMARY KEY (id);

ALTER TABLE ONLY control.schema_id
    ADD CONSTRAINT schema_id_pkey PRIMARY KEY (subject, version, registry_id);

ALTER TABLE ONLY control.session_end
    ADD CONSTRAINT session_end_pkey PRIMARY KEY (jurisdiction, session);

ALTER TABLE ONLY control.skipped_event
    ADD CONSTRAINT skipped_event_pkey PRIMARY KEY (read_schema, topic, partition, "offset");

ALTER TABLE ONLY control.source_freshness
    ADD CONSTRAINT source_freshness_pkey PRIMARY KEY (jurisdiction, source);

ALTER TABLE ONLY control.source
    ADD CONSTRAINT source_pkey PRIMARY KEY (source);

ALTER TABLE ONLY control.source_week
    ADD CONSTRAINT source_week_pkey PRIMARY KEY (source, week);

ALTER TABLE ONLY derive.bill_mention
    ADD CONSTRAINT bill_mention_pkey PRIMARY KEY (filing_id, activity, start_at, identifier);

ALTER TABLE ONLY derive.bill_shingle
    ADD CONSTRAINT bill_shingle_pkey PRIMARY KEY (hash, bill_id);

ALTER TABLE ONLY derive.bill_summary
    ADD CONSTRAINT bill_summary_pkey PRIMARY KEY (bill_id);

ALTER TABLE ONLY derive.bill_vector
    ADD CONSTRAINT bill_vector_pkey PRIMARY KEY (bill_id);

ALTER TABLE ONLY derive.compared_bill
    ADD CONSTRAINT compared_bill_pkey PRIMARY KEY (bill_id);

ALTER TABLE ONLY derive.copycat_generation
    ADD CONSTRAINT copycat_generation_pkey PRIMARY KEY (number);

ALTER TABLE ONLY derive.copycat_position
    ADD CONSTRAINT copycat_position_pkey PRIMARY KEY (read_schema);

ALTER TABLE ONLY derive.counted_source
    ADD CONSTRAINT counted_source_pkey PRIMARY KEY (source_id);

ALTER TABLE ONLY derive.failed_result
    ADD CONSTRAINT failed_result_pkey PRIMARY KEY (bill_id, kind, key);

ALTER TABLE ONLY derive.mention_position
    ADD CONSTRAINT mention_position_pkey PRIMARY KEY (read_schema);

ALTER TABLE ONLY derive.model_answer
    ADD CONSTRAINT model_answer_pkey PRIMARY KEY (key);

ALTER TABLE ONLY derive.model_day
    ADD CONSTRAINT model_day_pkey PRIMARY KEY (day);

ALTER TABLE ONLY derive.model_position
    ADD CONSTRAINT model_position_pkey PRIMARY KEY (read_schema);

ALTER TABLE ONLY derive.model_work
    ADD CONSTRAINT model_work_pkey PRIMARY KEY (bill_id, kind);

ALTER TABLE ONLY derive.organization_activity
    ADD CONSTRAINT organization_activity_pkey PRIMARY KEY (organization_id, kind, topic, jurisdiction);

ALTER TABLE ONLY derive.organization_activity_position
    ADD CONSTRAINT organization_activity_position_pkey PRIMARY KEY (table_name);

ALTER TABLE ONLY derive.organization_change
    ADD CONSTRAINT organization_change_pkey PRIMARY KEY (organization_id);

ALTER TABLE ONLY derive.organization_summary
    ADD CONSTRAINT organization_summary_pkey PRIMARY KEY (organization_id);

ALTER TABLE ONLY derive."position"
    ADD CONSTRAINT position_pkey PRIMARY KEY (read_schema);

ALTER TABLE ONLY derive.regulation_mention
    ADD CONSTRAINT regulation_mention_pkey PRIMARY KEY (filing_id, activity, start_at, scheme);

ALTER TABLE ONLY derive.result
    ADD CONSTRAINT result_pkey PRIMARY KEY (kind, key);

ALTER TABLE ONLY derive.shared_text
    ADD CONSTRAINT shared_text_pkey PRIMARY KEY (bill_id, source, other_id);

ALTER TABLE ONLY derive.similar_bill
    ADD CONSTRAINT similar_bill_pkey PRIMARY KEY (bill_id);

ALTER TABLE ONLY derive.similar_list
    ADD CONSTRAINT similar_list_pkey PRIMARY KEY (bill_id);

ALTER TABLE ONLY derive.similar_position
    ADD CONSTRAINT similar_position_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY derive.vector
    ADD CONSTRAINT vector_pkey PRIMARY KEY (embedder, key);

ALTER TABLE ONLY geo.division_shape
    ADD CONSTRAINT division_shape_pkey PRIMARY KEY (boundary_id);

ALTER TABLE ONLY geo.face_division
    ADD CONSTRAINT face_division_pkey PRIMARY KEY (release_id, tfid, map, tier, division_id);

ALTER TABLE ONLY geo.face_map
    ADD CONSTRAINT face_map_pkey PRIMARY KEY (release_id, map, tier);

ALTER TABLE ONLY geo.failed_shape
    ADD CONSTRAINT failed_shape_pkey PRIMARY KEY (boundary_id);

ALTER TABLE ONLY geo.place_name
    ADD CONSTRAINT place_name_pkey PRIMARY KEY (release_id, name);

ALTER TABLE ONLY geo.release
    ADD CONSTRAINT release_pkey PRIMARY KEY (id);

ALTER TABLE ONLY geo.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY ingest.alias
    ADD CONSTRAINT alias_pkey PRIMARY KEY (scheme, value);

ALTER TABLE ONLY ingest.comment_deadline
    ADD CONSTRAINT comment_deadline_pkey PRIMARY KEY (entity_id);

ALTER TABLE ONLY ingest.derivation_request
    ADD CONSTRAINT derivation_request_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ingest.entity
    ADD CONSTRAINT entity_ocd_id_key UNIQUE (ocd_id);

ALTER TABLE ONLY ingest.entity
    ADD CONSTRAINT entity_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ingest.feed_cursor
    ADD CONSTRAINT feed_cursor_pkey PRIMARY KEY (source, span);

ALTER TABLE ONLY ingest.fetched
    ADD CONSTRAINT fetched_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ingest.identity_dispute
    ADD CONSTRAINT identity_dispute_pkey PRIMARY KEY (entity_type, natural_key, claimed_by_id);

ALTER TABLE ONLY ingest.identity
    ADD CONSTRAINT identity_pkey PRIMARY KEY (entity_type, natural_key);

ALTER TABLE ONLY ingest.journal
    ADD CONSTRAINT journal_pkey PRIMARY KEY (topic, partition, first_offset);

ALTER TABLE ONLY ingest.kept_separate
    ADD CONSTRAINT kept_separate_pkey PRIMARY KEY (loser_id, winner_id);

ALTER TABLE ONLY ingest.merged
    ADD CONSTRAINT merged_pkey PRIMARY KEY (loser_id);

ALTER TABLE ONLY ingest.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ingest.printed_name
    ADD CONSTRAINT printed_name_pkey PRIMARY KEY (jurisdiction, session, chamber, name);

ALTER TABLE ONLY ingest.quarantine
    ADD CONSTRAINT quarantine_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ingest.quarantine
    ADD CONSTRAINT quarantine_source_reason_sha256_key UNIQUE (source, reason, sha256);

ALTER TABLE ONLY ingest.run
    ADD CONSTRAINT run_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ingest.scorecard_request
    ADD CONSTRAINT scorecard_request_pkey PRIMARY KEY (id);

ALTER TABLE ONLY ingest.session_sweep
    ADD CONSTRAINT session_sweep_pkey PRIMARY KEY (session_id);

ALTER TABLE ONLY ingest.snapshot
    ADD CONSTRAINT snapshot_pkey PRIMARY KEY (entity_id, source, record_key);

ALTER TABLE ONLY ingest.source_jurisdiction
    ADD CONSTRAINT source_jurisdiction_pkey PRIMARY KEY (source, jurisdiction);

ALTER TABLE ONLY ingest.source_lease
    ADD CONSTRAINT source_lease_pkey PRIMARY KEY (source);

ALTER TABLE ONLY ingest.source_lease
    ADD CONSTRAINT source_lease_run_id_key UNIQUE (run_id);

ALTER TABLE ONLY ingest.stored_entity
    ADD CONSTRAINT stored_entity_pkey PRIMARY KEY (entity_id);

ALTER TABLE ONLY ingest.text_attempt
    ADD CONSTRAINT text_attempt_pkey PRIMARY KEY (url);

ALTER TABLE ONLY ingest.text_queue
    ADD CONSTRAINT text_queue_pkey PRIMARY KEY (entity_id);

ALTER TABLE ONLY ingest.timer
    ADD CONSTRAINT timer_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.legislog_migration_lock
    ADD CONSTRAINT legislog_migration_lock_pkey PRIMARY KEY (index);

ALTER TABLE ONLY public.legislog_migration
    ADD CONSTRAINT legislog_migration_pkey PRIMARY KEY (id);

ALTER TABLE ONLY search.failed_text
    ADD CONSTRAINT failed_text_pkey PRIMARY KEY (sha256);

ALTER TABLE ONLY search.progress
    ADD CONSTRAINT progress_pkey PRIMARY KEY (read_schema);

ALTER TABLE ONLY search.text
    ADD CONSTRAINT text_pkey PRIMARY KEY (sha256);

ALTER TABLE ONLY search.word_count
    ADD CONSTRAINT word_count_pkey PRIMARY KEY (number);

ALTER TABLE ONLY search.word_frequency
    ADD CONSTRAINT word_frequency_pkey PRIMARY KEY (count_number, word);

ALTER TABLE ONLY webhook.deferred_event
    ADD CONSTRAINT deferred_event_pkey PRIMARY KEY (topic, partition, "offset");

ALTER TABLE ONLY webhook.delivery
    ADD CONSTRAINT delivery_endpoint_id_event_id_copy_key UNIQUE (endpoint_id, event_id, copy);

ALTER TABLE ONLY webhook.delivery
    ADD CONSTRAINT delivery_pkey PRIMARY KEY (key);

ALTER TABLE ONLY webhook.endpoint
    ADD CONSTRAINT endpoint_account_id_url_key UNIQUE (account_id, url);

ALTER TABLE ONLY webhook.endpoint
    ADD CONSTRAINT endpoint_pkey PRIMARY KEY (id);

ALTER TABLE ONLY webhook.event
    ADD CONSTRAINT event_ce_id_key UNIQUE (ce_id);

ALTER TABLE ONLY webhook.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (id);

ALTER TABLE ONLY webhook.follow
    ADD CONSTRAINT follow_pkey PRIMARY KEY (bill_id, account_id);

ALTER TABLE ONLY webhook.merged_bill
    ADD CONSTRAINT merged_bill_pkey PRIMARY KEY (bill_id);

ALTER TABLE ONLY webhook.notice
    ADD CONSTRAINT notice_pkey PRIMARY KEY (id);

ALTER TABLE ONLY webhook.parked_event
    ADD CONSTRAINT parked_event_pkey PRIMARY KEY (topic, partition, "offset");

ALTER TABLE ONLY webhook."position"
    ADD CONSTRAINT position_pkey PRIMARY KEY (topic, partition);

ALTER TABLE ONLY webhook.removed_endpoint
    ADD CONSTRAINT removed_endpoint_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY webhook.replay
    ADD CONSTRAINT replay_pkey PRIMARY KEY (id);

ALTER TABLE ONLY webhook.tracked_bill
    ADD CONSTRAINT tracked_bill_pkey PRIMARY KEY (bill_id, endpoint_id);

CREATE INDEX audit_entry_age ON account.audit_entry USING brin (at);

CREATE INDEX audit_entry_changes ON account.audit_entry USING btree (account_id, at, id);

CREATE INDEX audit_entry_order ON account.audit_entry USING btree (account_id, id);

CREATE INDEX bill_sheet_account ON account.bill_sheet USING btree (account_id, id);

CREATE INDEX bill_sheet_changes ON account.bill_sheet USING btree (account_id, updated_at, id);

CREATE UNIQUE INDEX bill_sheet_item_bill ON account.bill_sheet_item USING btree (sheet_id, bill_id) WHERE (removed_at IS NULL);

CREATE INDEX bill_sheet_item_changes ON account.bill_sheet_item USING btree (sheet_id, updated_at, id);

CREATE INDEX bill_sheet_item_order ON account.bill_sheet_item USING btree (sheet_id, id);

CREATE INDEX bill_sheet_item_sheets ON account.bill_sheet_item USING btree (bill_id) WHERE (removed_at IS NULL);

CREATE INDEX console_session_token ON account.console_session USING btree (token_id);

CREATE INDEX console_session_used ON account.console_session USING btree (used_at);

CREATE INDEX console_session_user ON account.console_session USING btree (user_id);

CREATE INDEX credit_entry_account ON account.credit_entry USING btree (account_id, id);

CREATE INDEX idempotency_age ON account.idempotency USING btree (claimed_at);

CREATE INDEX idempotency_end ON account.idempotency USING btree (kept_until);

CREATE INDEX invitation_account ON account.invitation USING btree (account_id, id);

CREATE INDEX invitation_by_user ON account.invitation USING btree (invited_by_user);

CREATE INDEX invitation_changes ON account.invitation USING btree (account_id, updated_at, id);

CREATE INDEX invitation_mail_recipient ON account.invitation_mail USING btree (recipient, mailed_at);

CREATE UNIQUE INDEX invitation_open ON account.invitation USING btree (account_id, recipient) WHERE ((accepted_at IS NULL) AND (removed_at IS NULL));

CREATE INDEX lead_account ON account.lead USING btree (account_id, id);

CREATE INDEX lead_age ON account.lead USING btree (consented_at) WHERE (removed_at IS NULL);

CREATE INDEX lead_changes ON account.lead USING btree (account_id, updated_at, id);

CREATE INDEX lead_count_changes ON account.lead_count USING btree (account_id, updated_at, id);

CREATE INDEX lead_count_order ON account.lead_count USING btree (account_id, id);

CREATE INDEX lookup_reservation_account ON account.lookup_reservation USING btree (account_id);

CREATE INDEX lookup_reservation_expiry ON account.lookup_reservation USING btree (expires_at);

CREATE INDEX mail_age ON account.mail USING btree (created_at);

CREATE INDEX mail_due ON account.mail USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

CREATE INDEX mail_lead ON account.mail USING btree (lead_id);

CREATE INDEX mail_link_age ON account.mail_link USING btree (created_at);

CREATE INDEX page_slug_account ON account.page_slug USING btree (account_id, slug);

CREATE UNIQUE INDEX page_slug_current ON account.page_slug USING btree (page_id) WHERE is_current;

CREATE INDEX page_slug_page ON account.page_slug USING btree (page_id);

CREATE INDEX request_count_changes ON account.request_count USING btree (account_id, updated_at, id);

CREATE INDEX request_count_day ON account.request_count USING brin (day);

CREATE INDEX request_count_order ON account.request_count USING btree (account_id, id);

CREATE INDEX scorecard_account ON account.scorecard USING btree (account_id, id);

CREATE INDEX scorecard_changes ON account.scorecard USING btree (account_id, updated_at, id);

CREATE INDEX sign_in_link_age ON account.sign_in_link USING btree (created_at);

CREATE INDEX sign_in_link_recipient ON account.sign_in_link USING btree (recipient, created_at);

CREATE INDEX stakeholder_page_account ON account.stakeholder_page USING btree (account_id, id);

CREATE INDEX stakeholder_page_changes ON account.stakeholder_page USING btree (account_id, updated_at, id);

CREATE INDEX stakeholder_page_of_sheet ON account.stakeholder_page USING btree (sheet_id);

CREATE INDEX stakeholder_page_sheet ON account.stakeholder_page USING btree (sheet_id) WHERE (removed_at IS NULL);

CREATE INDEX token_account ON account.token USING btree (account_id, id);

CREATE INDEX token_changes ON account.token USING btree (account_id, updated_at, id);

CREATE INDEX token_replaced_by ON account.token USING btree (replaced_by) WHERE (replaced_by IS NOT NULL);

CREATE INDEX user_account ON account."user" USING btree (account_id, id);

CREATE UNIQUE INDEX user_address ON account."user" USING btree (recipient, account_id) WHERE (removed_at IS NULL);

CREATE INDEX user_changes ON account."user" USING btree (account_id, updated_at, id);

CREATE INDEX widget_account ON account.widget USING btree (account_id, id);

CREATE INDEX widget_changes ON account.widget USING btree (account_id, updated_at, id);

CREATE INDEX change_age ON alerts.change USING btree (recorded_at);

CREATE INDEX deferred_event_key ON alerts.deferred_event USING btree (topic, partition, key, "offset");

CREATE INDEX digest_age ON alerts.digest USING btree (created_at);

CREATE INDEX item_action ON alerts.item USING btree (recipient_id, action_id, id) WHERE (action_id IS NOT NULL);

CREATE INDEX item_change ON alerts.item USING btree (ce_id);

CREATE INDEX item_digest ON alerts.item USING btree (digest_id) WHERE (digest_id IS NOT NULL);

CREATE INDEX item_open ON alerts.item USING btree (recipient_id, id) WHERE (digest_id IS NULL);

CREATE INDEX mail_age ON alerts.mail USING btree (created_at);

CREATE INDEX mail_due ON alerts.mail USING btree (next_attempt_at) WHERE (next_attempt_at IS NOT NULL);

CREATE INDEX mail_recipient_id ON alerts.mail USING btree (recipient_id);

CREATE INDEX merged_bill_into ON alerts.merged_bill USING btree (into_id);

CREATE INDEX recipient_account ON alerts.recipient USING btree (account_id, id);

CREATE INDEX recipient_address ON alerts.recipient USING btree (address) WHERE (address IS NOT NULL);

CREATE INDEX subscription_account ON alerts.subscription USING btree (account_id, id);

CREATE INDEX subscription_changes ON alerts.subscription USING btree (account_id, updated_at, id);

CREATE INDEX subscription_due ON alerts.subscription USING btree (next_due_at) WHERE (next_due_at IS NOT NULL);

CREATE INDEX subscription_recipient ON alerts.subscription USING btree (recipient_id);

CREATE INDEX subscription_sheet ON alerts.subscription USING btree (sheet_id) WHERE (removed_at IS NULL);

CREATE INDEX watched_bill_order ON alerts.watched_bill USING btree (subscription_id, bill_id);

CREATE INDEX watched_bill_subscription ON alerts.watched_bill USING btree (subscription_id);

CREATE INDEX park_count_at ON control.park_count USING btree (read_schema, at);

CREATE INDEX parked_event_key ON control.parked_event USING btree (read_schema, topic, key, partition, "offset");

CREATE UNIQUE INDEX read_schema_one_live ON control.read_schema USING btree (is_live) WHERE is_live;

CREATE UNIQUE INDEX rebuild_one_unfinished ON control.rebuild USING btree ((true)) WHERE (ended_at IS NULL);

CREATE INDEX bill_mention_bill ON derive.bill_mention USING btree (identifier_key, congress, filing_id);

CREATE INDEX counted_source_organization_id_idx ON derive.counted_source USING btree (organization_id);

CREATE INDEX failed_result_retry ON derive.failed_result USING btree (retry_at);

CREATE INDEX model_work_due ON derive.model_work USING btree (priority DESC, changed_at DESC) WHERE (due_at IS NOT NULL);

CREATE INDEX organization_activity_kind_topic_organization_id_jurisdicti_idx ON derive.organization_activity USING btree (kind, topic) INCLUDE (organization_id, jurisdiction, activities, issues, day, is_ended);

CREATE INDEX organization_change_change_idx ON derive.organization_change USING btree (change);

CREATE INDEX regulation_mention_regulation ON derive.regulation_mention USING btree (scheme, number, filing_id);

CREATE INDEX shared_text_other ON derive.shared_text USING btree (other_id) WHERE (source = 'bill'::text);

CREATE INDEX address_point_place ON geo.address_point USING btree (state, place, street_key, prefix, number);

CREATE INDEX address_point_release ON geo.address_point USING brin (release_id);

CREATE INDEX address_point_zip ON geo.address_point USING btree (zip5, street_key);

CREATE INDEX address_range_place ON geo.address_range USING btree (state, place, street_key, prefix, low, high);

CREATE INDEX address_range_release ON geo.address_range USING brin (release_id);

CREATE INDEX address_range_zip ON geo.address_range USING btree (zip5, street_key);

CREATE INDEX division_shape_geom ON geo.division_shape USING gist (geom);

CREATE INDEX division_shape_map ON geo.division_shape USING btree (state, map, tier);

CREATE INDEX comment_deadline_open ON ingest.comment_deadline USING btree (entity_id) WHERE (closed_at IS NULL);

CREATE INDEX entity_derivations ON ingest.entity USING btree (kafka_key) WHERE (entity_type = 'derivation'::text);

CREATE INDEX entity_votes ON ingest.entity USING btree (kafka_key) WHERE (entity_type = 'vote'::text);

CREATE INDEX fetched_document ON ingest.fetched USING btree (source, id) WHERE is_document;

CREATE INDEX fetched_unobserved ON ingest.fetched USING btree (source, id) WHERE (observed_at IS NULL);

CREATE INDEX fetched_url ON ingest.fetched USING btree (source, md5(url), id);

CREATE INDEX identity_entity ON ingest.identity USING btree (entity_id);

CREATE INDEX identity_variants ON ingest.identity USING btree (entity_type, base_key) WHERE (natural_key <> base_key);

CREATE INDEX journal_relayed_at ON ingest.journal USING btree (relayed_at);

CREATE INDEX merged_winner ON ingest.merged USING btree (winner_id);

CREATE INDEX outbox_partition ON ingest.outbox USING btree (topic, partition, id);

CREATE INDEX printed_name_unmatched ON ingest.printed_name USING btree (jurisdiction) WHERE (matched_at IS NULL);

CREATE INDEX run_fetch ON ingest.run USING btree (source, started_at) WHERE (input_kind = 'fetch'::text);

CREATE INDEX run_running ON ingest.run USING btree (source) WHERE (status = 'running'::text);

CREATE INDEX run_source ON ingest.run USING btree (source, started_at);

CREATE INDEX run_watermark ON ingest.run USING btree (source, started_at) WHERE (next_since IS NOT NULL);

CREATE INDEX snapshot_jurisdiction ON ingest.snapshot USING btree (jurisdiction, source);

CREATE INDEX failed_text_retry_at_idx ON search.failed_text USING btree (retry_at);

CREATE INDEX text_words_idx ON search.text USING gin (words);

CREATE UNIQUE INDEX word_count_live_idx ON search.word_count USING btree (counted_table) WHERE is_live;

CREATE INDEX attempt_delivery ON webhook.attempt USING btree (delivery_key);

CREATE INDEX deferred_event_key ON webhook.deferred_event USING btree (topic, partition, key, "offset");

CREATE INDEX delivery_changed ON webhook.delivery USING btree (endpoint_id, changed_at);

CREATE INDEX delivery_pending ON webhook.delivery USING btree (endpoint_id, due_at, event_id) WHERE (status = 'pending'::text);

CREATE INDEX delivery_undelivered ON webhook.delivery USING btree (endpoint_id, event_id) WHERE (status = ANY (ARRAY['failed'::text, 'skipped'::text]));

CREATE INDEX event_account ON webhook.event USING btree (account_id) WHERE (account_id IS NOT NULL);

CREATE INDEX event_account_order ON webhook.event USING btree (account_id, id) WHERE (account_id IS NOT NULL);

CREATE INDEX event_with_body ON webhook.event USING btree (created_at, id) WHERE (body IS NOT NULL);

CREATE INDEX follow_account ON webhook.follow USING btree (account_id, bill_id);

CREATE INDEX follow_changes ON webhook.follow USING btree (account_id, updated_at, bill_id);

CREATE INDEX merged_bill_into ON webhook.merged_bill USING btree (into_id);

CREATE INDEX notice_account ON webhook.notice USING btree (account_id, id);

CREATE INDEX notice_endpoint ON webhook.notice USING btree (endpoint_id, id);

CREATE INDEX removed_endpoint_changes ON webhook.removed_endpoint USING btree (account_id, updated_at, id);

CREATE INDEX replay_endpoint ON webhook.replay USING btree (endpoint_id, id);

CREATE INDEX replay_running ON webhook.replay USING btree (next_at) WHERE (status = 'running'::text);

CREATE INDEX tracked_bill_endpoint ON webhook.tracked_bill USING btree (endpoint_id);

CREATE INDEX tracked_bill_order ON webhook.tracked_bill USING btree (endpoint_id, bill_id);

CREATE TRIGGER audit_entry_never_changes BEFORE UPDATE ON account.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION account.refuse_audit_change();

ALTER TABLE ONLY account.answer_day
    ADD CONSTRAINT answer_day_account_id_fkey FOREIGN KEY (account_id) REFERENCES account.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.audit_entry
    ADD CONSTRAINT audit_entry_account_id_fkey FOREIGN KEY (account_id) REFERENCES account.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.bill_sheet
    ADD CONSTRAINT bill_sheet_account_id_fkey FOREIGN KEY (account_id) REFERENCES account.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.bill_sheet_item
    ADD CONSTRAINT bill_sheet_item_sheet_id_fkey FOREIGN KEY (sheet_id) REFERENCES account.bill_sheet(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.console_session
    ADD CONSTRAINT console_session_token_id_fkey FOREIGN KEY (token_id) REFERENCES account.token(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.console_session
    ADD CONSTRAINT console_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES account."user"(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.credit_balance
    ADD CONSTRAINT credit_balance_account_id_fkey FOREIGN KEY (account_id) REFERENCES account.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.credit_entry
    ADD CONSTRAINT credit_entry_account_id_fkey FOREIGN KEY (account_id) REFERENCES account.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.idempotency
    ADD CONSTRAINT idempotency_account_id_fkey FOREIGN KEY (account_id) REFERENCES account.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.invitation
    ADD CONSTRAINT invitation_account_id_fkey FOREIGN KEY (account_id) REFERENCES account.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.invitation
    ADD CONSTRAINT invitation_invited_by_user_fkey FOREIGN KEY (invited_by_user) REFERENCES account."user"(id) ON DELETE SET NULL;

ALTER TABLE ONLY account.lead
    ADD CONSTRAINT lead_account_id_fkey FOREIGN KEY (account_id) REFERENCES account.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.lead_count
    ADD CONSTRAINT lead_count_account_id_fkey FOREIGN KEY (account_id) REFERENCES account.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.lead_count
    ADD CONSTRAINT lead_count_widget_id_fkey FOREIGN KEY (widget_id) REFERENCES account.widget(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.lead
    ADD CONSTRAINT lead_widget_id_fkey FOREIGN KEY (widget_id) REFERENCES account.widget(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.lookup_month
    ADD CONSTRAINT lookup_month_account_id_fkey FOREIGN KEY (account_id) REFERENCES account.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.lookup_reservation
    ADD CONSTRAINT lookup_reservation_account_id_fkey FOREIGN KEY (account_id) REFERENCES account.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.mail
    ADD CONSTRAINT mail_lead_id_fkey FOREIGN KEY (lead_id) REFERENCES account.lead(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.page_logo
    ADD CONSTRAINT page_logo_page_id_fkey FOREIGN KEY (page_id) REFERENCES account.stakeholder_page(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.request_count
    ADD CONSTRAINT request_count_account_id_fkey FOREIGN KEY (account_id) REFERENCES account.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.scorecard
    ADD CONSTRAINT scorecard_account_id_fkey FOREIGN KEY (account_id) REFERENCES account.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.stakeholder_page
    ADD CONSTRAINT stakeholder_page_account_id_fkey FOREIGN KEY (account_id) REFERENCES account.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.stakeholder_page
    ADD CONSTRAINT stakeholder_page_sheet_id_fkey FOREIGN KEY (sheet_id) REFERENCES account.bill_sheet(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.token
    ADD CONSTRAINT token_account_id_fkey FOREIGN KEY (account_id) REFERENCES account.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.token
    ADD CONSTRAINT token_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES account.token(id);

ALTER TABLE ONLY account."user"
    ADD CONSTRAINT user_account_id_fkey FOREIGN KEY (account_id) REFERENCES account.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.widget
    ADD CONSTRAINT widget_account_id_fkey FOREIGN KEY (account_id) REFERENCES account.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY account.widget_day
    ADD CONSTRAINT widget_day_widget_id_fkey FOREIGN KEY (widget_id) REFERENCES account.widget(id) ON DELETE CASCADE;

ALTER TABLE ONLY alerts.digest
    ADD CONSTRAINT digest_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES alerts.subscription(id) ON DELETE CASCADE;

ALTER TABLE ONLY alerts.item
    ADD CONSTRAINT item_ce_id_fkey FOREIGN KEY (ce_id) REFERENCES alerts.change(ce_id) ON DELETE CASCADE;

ALTER TABLE ONLY alerts.item
    ADD CONSTRAINT item_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES alerts.recipient(id) ON DELETE CASCADE;

ALTER TABLE ONLY alerts.mail
    ADD CONSTRAINT mail_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES alerts.recipient(id) ON DELETE CASCADE;

ALTER TABLE ONLY alerts.recipient
    ADD CONSTRAINT recipient_account_id_fkey FOREIGN KEY (account_id) REFERENCES account.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY alerts.subscription
    ADD CONSTRAINT subscription_account_id_fkey FOREIGN KEY (account_id) REFERENCES account.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY alerts.subscription
    ADD CONSTRAINT subscription_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES alerts.recipient(id) ON DELETE SET NULL;

ALTER TABLE ONLY alerts.watched_bill
    ADD CONSTRAINT watched_bill_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES alerts.subscription(id) ON DELETE CASCADE;

ALTER TABLE ONLY control.park_count
    ADD CONSTRAINT park_count_read_schema_fkey FOREIGN KEY (read_schema) REFERENCES control.read_schema(name) ON DELETE CASCADE;

ALTER TABLE ONLY control.parked_event
    ADD CONSTRAINT parked_event_read_schema_fkey FOREIGN KEY (read_schema) REFERENCES control.read_schema(name) ON DELETE CASCADE;

ALTER TABLE ONLY control.parked_key
    ADD CONSTRAINT parked_key_read_schema_fkey FOREIGN KEY (read_schema) REFERENCES control.read_schema(name) ON DELETE CASCADE;

ALTER TABLE ONLY control."position"
    ADD CONSTRAINT position_read_schema_fkey FOREIGN KEY (read_schema) REFERENCES control.read_schema(name) ON DELETE CASCADE;

ALTER TABLE ONLY control.projector_halt
    ADD CONSTRAINT projector_halt_read_schema_fkey FOREIGN KEY (read_schema) REFERENCES control.read_schema(name) ON DELETE CASCADE;

ALTER TABLE ONLY control.projector_wait
    ADD CONSTRAINT projector_wait_read_schema_fkey FOREIGN KEY (read_schema) REFERENCES control.read_schema(name) ON DELETE CASCADE;

ALTER TABLE ONLY control.skipped_event
    ADD CONSTRAINT skipped_event_read_schema_fkey FOREIGN KEY (read_schema) REFERENCES control.read_schema(name) ON DELETE CASCADE;

ALTER TABLE ONLY ingest.alias
    ADD CONSTRAINT alias_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES ingest.entity(id);

ALTER TABLE ONLY ingest.alias
    ADD CONSTRAINT alias_merged_from_fkey FOREIGN KEY (merged_from) REFERENCES ingest.entity(id);

ALTER TABLE ONLY ingest.comment_deadline
    ADD CONSTRAINT comment_deadline_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES ingest.entity(id);

ALTER TABLE ONLY ingest.identity_dispute
    ADD CONSTRAINT identity_dispute_claimed_by_id_fkey FOREIGN KEY (claimed_by_id) REFERENCES ingest.entity(id);

ALTER TABLE ONLY ingest.identity_dispute
    ADD CONSTRAINT identity_dispute_named_id_fkey FOREIGN KEY (named_id) REFERENCES ingest.entity(id);

ALTER TABLE ONLY ingest.identity
    ADD CONSTRAINT identity_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES ingest.entity(id);

ALTER TABLE ONLY ingest.identity
    ADD CONSTRAINT identity_merged_from_fkey FOREIGN KEY (merged_from) REFERENCES ingest.entity(id);

ALTER TABLE ONLY ingest.kept_separate
    ADD CONSTRAINT kept_separate_loser_id_fkey FOREIGN KEY (loser_id) REFERENCES ingest.entity(id);

ALTER TABLE ONLY ingest.kept_separate
    ADD CONSTRAINT kept_separate_winner_id_fkey FOREIGN KEY (winner_id) REFERENCES ingest.entity(id);

ALTER TABLE ONLY ingest.merged
    ADD CONSTRAINT merged_loser_id_fkey FOREIGN KEY (loser_id) REFERENCES ingest.entity(id);

ALTER TABLE ONLY ingest.merged
    ADD CONSTRAINT merged_winner_id_fkey FOREIGN KEY (winner_id) REFERENCES ingest.entity(id);

ALTER TABLE ONLY ingest.session_sweep
    ADD CONSTRAINT session_sweep_session_id_fkey FOREIGN KEY (session_id) REFERENCES ingest.entity(id);

ALTER TABLE ONLY ingest.snapshot
    ADD CONSTRAINT snapshot_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES ingest.entity(id);

ALTER TABLE ONLY ingest.stored_entity
    ADD CONSTRAINT stored_entity_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES ingest.entity(id);

ALTER TABLE ONLY ingest.text_queue
    ADD CONSTRAINT text_queue_entity_id_fkey FOREIGN KEY (entity_id) REFERENCES ingest.entity(id);

ALTER TABLE ONLY search.word_frequency
    ADD CONSTRAINT word_frequency_count_number_fkey FOREIGN KEY (count_number) REFERENCES search.word_count(number) ON DELETE CASCADE;

ALTER TABLE ONLY webhook.delivery
    ADD CONSTRAINT delivery_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook.endpoint(id) ON DELETE CASCADE;

ALTER TABLE ONLY webhook.notice
    ADD CONSTRAINT notice_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook.endpoint(id) ON DELETE CASCADE;

ALTER TABLE ONLY webhook.replay
    ADD CONSTRAINT replay_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook.endpoint(id) ON DELETE CASCADE;

ALTER TABLE ONLY webhook.tracked_bill
    ADD CONSTRAINT tracked_bill_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook.endpoint(id) ON DELETE CASCADE;

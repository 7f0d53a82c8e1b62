CREATE SCHEMA read_0001;

CREATE TABLE read_0001.address_releases (
    id bigint NOT NULL,
    ocd_id text NOT NULL,
    publisher text NOT NULL,
    area text NOT NULL,
    jurisdiction text NOT NULL,
    item json,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    deleted boolean NOT NULL,
    reasons json NOT NULL
);
ALTER TABLE ONLY read_0001.address_releases ALTER COLUMN item SET COMPRESSION lz4;

CREATE TABLE read_0001.advocacy_organizations (
    id bigint NOT NULL,
    ocd_id text NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    jurisdiction text NOT NULL,
    type text,
    roles text[] NOT NULL,
    identifiers text[] NOT NULL,
    names text[] NOT NULL,
    subjects text[] NOT NULL,
    item json,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    deleted boolean NOT NULL,
    reasons json NOT NULL
);
ALTER TABLE ONLY read_0001.advocacy_organizations ALTER COLUMN item SET COMPRESSION lz4;

CREATE TABLE read_0001.advocacy_positions (
    id bigint NOT NULL,
    ocd_id text NOT NULL,
    organization_ocd_id text NOT NULL,
    bill_ocd_id text,
    jurisdiction text,
    session text,
    bill_identifier text,
    regulation_scheme text,
    regulation_number text,
    stance text,
    kind text NOT NULL,
    stated_on date,
    item json,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    deleted boolean NOT NULL,
    reasons json NOT NULL
);
ALTER TABLE ONLY read_0001.advocacy_positions ALTER COLUMN item SET COMPRESSION lz4;

CREATE TABLE read_0001.agency_comment_periods (
    id text NOT NULL,
    regulation_id bigint NOT NULL,
    agency text NOT NULL,
    opens_on date,
    closes_on date NOT NULL,
    is_electronic boolean NOT NULL,
    portal text,
    accepts_late boolean,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    deleted boolean NOT NULL
);

CREATE TABLE read_0001.bill_actions (
    id text NOT NULL,
    bill_id bigint NOT NULL,
    day date,
    date text NOT NULL,
    is_dated boolean NOT NULL,
    is_passage boolean NOT NULL,
    first_sequence bigint NOT NULL,
    referral_words text[],
    item json,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    deleted boolean NOT NULL,
    reasons json NOT NULL
);
ALTER TABLE ONLY read_0001.bill_actions ALTER COLUMN item SET COMPRESSION lz4;

CREATE TABLE read_0001.bill_derivations (
    id bigint NOT NULL,
    ocd_id text NOT NULL,
    bill_id bigint NOT NULL,
    bill_ocd_id text NOT NULL,
    kind text NOT NULL,
    language text NOT NULL,
    text_sha256 text NOT NULL,
    item json,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    deleted boolean NOT NULL,
    reasons json NOT NULL
);
ALTER TABLE ONLY read_0001.bill_derivations ALTER COLUMN item SET COMPRESSION lz4;

CREATE TABLE read_0001.bill_details (
    bill_id bigint NOT NULL,
    detail json
);
ALTER TABLE ONLY read_0001.bill_details ALTER COLUMN detail SET COMPRESSION lz4;

CREATE TABLE read_0001.bill_sponsors (
    id text NOT NULL,
    bill_id bigint NOT NULL,
    "position" integer NOT NULL,
    name text NOT NULL,
    item json,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    deleted boolean NOT NULL,
    reasons json NOT NULL
);
ALTER TABLE ONLY read_0001.bill_sponsors ALTER COLUMN item SET COMPRESSION lz4;

CREATE TABLE read_0001.bill_statuses (
    bill_id bigint NOT NULL,
    status json
);
ALTER TABLE ONLY read_0001.bill_statuses ALTER COLUMN status SET COMPRESSION lz4;

CREATE TABLE read_0001.bill_versions (
    id text NOT NULL,
    bill_id bigint NOT NULL,
    kind text NOT NULL,
    "position" integer NOT NULL,
    made integer NOT NULL,
    text_sha256 text,
    extracted_sha256 text,
    marked_sha256 text,
    item json,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    deleted boolean NOT NULL,
    reasons json NOT NULL
);
ALTER TABLE ONLY read_0001.bill_versions ALTER COLUMN item SET COMPRESSION lz4;

CREATE TABLE read_0001.bill_words (
    id bigint NOT NULL,
    jurisdiction text NOT NULL,
    entered_on date,
    title text NOT NULL,
    identifiers text NOT NULL,
    subjects text NOT NULL,
    abstracts text NOT NULL,
    words tsvector NOT NULL,
    terms bigint[] NOT NULL,
    impacts integer[] NOT NULL,
    deleted boolean NOT NULL
);

CREATE TABLE read_0001.bills (
    id bigint NOT NULL,
    ocd_id text NOT NULL,
    present boolean NOT NULL,
    jurisdiction text NOT NULL,
    session text NOT NULL,
    identifier text,
    identifier_key text,
    chamber text,
    title text,
    classification text[] NOT NULL,
    subjects text[] NOT NULL,
    keywords text[] NOT NULL,
    status text,
    status_detail text,
    status_date text,
    introduced_on date,
    prefiled_on date,
    entered_on date,
    latest_action json,
    latest_action_on date,
    latest_action_sequence bigint,
    item json,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    deleted boolean NOT NULL,
    reasons json NOT NULL
);
ALTER TABLE ONLY read_0001.bills ALTER COLUMN latest_action SET COMPRESSION lz4;
ALTER TABLE ONLY read_0001.bills ALTER COLUMN item SET COMPRESSION lz4;

CREATE TABLE read_0001.boundaries (
    id bigint NOT NULL,
    ocd_id text NOT NULL,
    division_id text NOT NULL,
    jurisdiction text NOT NULL,
    release text NOT NULL,
    valid_from date,
    valid_to date,
    geometry_sha256 text NOT NULL,
    item json,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    deleted boolean NOT NULL,
    reasons json NOT NULL
);
ALTER TABLE ONLY read_0001.boundaries ALTER COLUMN item SET COMPRESSION lz4;

CREATE TABLE read_0001.committees (
    id bigint NOT NULL,
    ocd_id text NOT NULL,
    jurisdiction text NOT NULL,
    chamber text,
    name text NOT NULL,
    classification text NOT NULL,
    parent_ocd_id text,
    memberships json,
    detail json,
    item json,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    deleted boolean NOT NULL,
    reasons json NOT NULL
);
ALTER TABLE ONLY read_0001.committees ALTER COLUMN memberships SET COMPRESSION lz4;
ALTER TABLE ONLY read_0001.committees ALTER COLUMN detail SET COMPRESSION lz4;
ALTER TABLE ONLY read_0001.committees ALTER COLUMN item SET COMPRESSION lz4;

CREATE TABLE read_0001.divisions (
    id bigint NOT NULL,
    ocd_id text NOT NULL,
    division_id text NOT NULL,
    country text NOT NULL,
    type text NOT NULL,
    parent_id text,
    name text NOT NULL,
    aliases text[] NOT NULL,
    valid_from text,
    valid_through text,
    item json,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    deleted boolean NOT NULL,
    reasons json NOT NULL
);
ALTER TABLE ONLY read_0001.divisions ALTER COLUMN item SET COMPRESSION lz4;

CREATE TABLE read_0001.entity (
    id bigint NOT NULL,
    ocd_id text NOT NULL,
    entity_type text NOT NULL,
    sequence bigint NOT NULL,
    replaced_by bigint
);

CREATE TABLE read_0001.jurisdictions (
    id bigint NOT NULL,
    ocd_id text NOT NULL,
    jurisdiction_id text NOT NULL,
    abbreviation text NOT NULL,
    name text NOT NULL,
    classification text NOT NULL,
    item json,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    deleted boolean NOT NULL,
    reasons json NOT NULL
);
ALTER TABLE ONLY read_0001.jurisdictions ALTER COLUMN item SET COMPRESSION lz4;

CREATE TABLE read_0001.lobbying_filings (
    id bigint NOT NULL,
    ocd_id text NOT NULL,
    publisher text NOT NULL,
    filing_uuid text NOT NULL,
    jurisdiction text NOT NULL,
    kind text NOT NULL,
    year integer NOT NULL,
    period text,
    posted_on date,
    registrant_ocd_id text NOT NULL,
    client_ocd_id text NOT NULL,
    amount_cents bigint,
    issue_codes text[] NOT NULL,
    agencies text[] NOT NULL,
    activities json,
    source_url text,
    item json,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    deleted boolean NOT NULL,
    reasons json NOT NULL
);
ALTER TABLE ONLY read_0001.lobbying_filings ALTER COLUMN activities SET COMPRESSION lz4;
ALTER TABLE ONLY read_0001.lobbying_filings ALTER COLUMN item SET COMPRESSION lz4;

CREATE TABLE read_0001.model_texts (
    id bigint NOT NULL,
    ocd_id text NOT NULL,
    publisher text NOT NULL,
    title text NOT NULL,
    published_on text,
    extracted_sha256 text NOT NULL,
    item json,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    deleted boolean NOT NULL,
    reasons json NOT NULL
);
ALTER TABLE ONLY read_0001.model_texts ALTER COLUMN item SET COMPRESSION lz4;

CREATE TABLE read_0001.name_matches (
    id bigint NOT NULL,
    ocd_id text NOT NULL,
    jurisdiction text NOT NULL,
    session text NOT NULL,
    chamber text,
    printed_name text NOT NULL,
    person_id bigint,
    person_ocd_id text,
    candidates integer NOT NULL,
    item json,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    deleted boolean NOT NULL,
    reasons json NOT NULL
);
ALTER TABLE ONLY read_0001.name_matches ALTER COLUMN item SET COMPRESSION lz4;

CREATE TABLE read_0001.organizations (
    id bigint NOT NULL,
    ocd_id text NOT NULL,
    jurisdiction text NOT NULL,
    classification text NOT NULL,
    name text NOT NULL,
    slug text,
    item json,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    deleted boolean NOT NULL,
    reasons json NOT NULL
);
ALTER TABLE ONLY read_0001.organizations ALTER COLUMN item SET COMPRESSION lz4;

CREATE TABLE read_0001.people (
    id bigint NOT NULL,
    ocd_id text NOT NULL,
    name text NOT NULL,
    family_name text,
    jurisdiction text,
    chamber text,
    district text,
    division_id text,
    role_starts_on date,
    role_ends_on date,
    party text,
    name_words text NOT NULL,
    leadership text,
    detail json,
    item json,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    deleted boolean NOT NULL,
    reasons json NOT NULL
);
ALTER TABLE ONLY read_0001.people ALTER COLUMN detail SET COMPRESSION lz4;
ALTER TABLE ONLY read_0001.people ALTER COLUMN item SET COMPRESSION lz4;

CREATE TABLE read_0001.regulation_details (
    regulation_id bigint NOT NULL,
    detail json,
    comment_history json
);
ALTER TABLE ONLY read_0001.regulation_details ALTER COLUMN detail SET COMPRESSION lz4;
ALTER TABLE ONLY read_0001.regulation_details ALTER COLUMN comment_history SET COMPRESSION lz4;

CREATE TABLE read_0001.regulation_words (
    id bigint NOT NULL,
    jurisdiction text NOT NULL,
    day date,
    title text NOT NULL,
    numbers text NOT NULL,
    topics text NOT NULL,
    abstract text NOT NULL,
    words tsvector NOT NULL,
    terms bigint[] NOT NULL,
    impacts integer[] NOT NULL,
    deleted boolean NOT NULL
);

CREATE TABLE read_0001.regulations (
    id bigint NOT NULL,
    ocd_id text NOT NULL,
    jurisdiction text NOT NULL,
    document_number text NOT NULL,
    publication_date date,
    type text NOT NULL,
    title text NOT NULL,
    agencies text[] NOT NULL,
    document_ids text[] NOT NULL,
    docket_ids text[] NOT NULL,
    rins text[] NOT NULL,
    effective_on date,
    comment_opens_on date,
    comment_closes_on date,
    comment_closed_on date,
    state text NOT NULL,
    item json,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    deleted boolean NOT NULL,
    reasons json NOT NULL
);
ALTER TABLE ONLY read_0001.regulations ALTER COLUMN item SET COMPRESSION lz4;

CREATE TABLE read_0001.related_bills (
    id text NOT NULL,
    bill_id bigint NOT NULL,
    "position" integer NOT NULL,
    session text NOT NULL,
    identifier_key text NOT NULL,
    item json,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    deleted boolean NOT NULL,
    reasons json NOT NULL
);
ALTER TABLE ONLY read_0001.related_bills ALTER COLUMN item SET COMPRESSION lz4;

CREATE TABLE read_0001.scorecards (
    id bigint NOT NULL,
    ocd_id text NOT NULL,
    title text NOT NULL,
    organization text NOT NULL,
    jurisdiction text NOT NULL,
    sessions text[] NOT NULL,
    method text NOT NULL,
    published_on date,
    definition json,
    item json,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    deleted boolean NOT NULL,
    reasons json NOT NULL
);
ALTER TABLE ONLY read_0001.scorecards ALTER COLUMN definition SET COMPRESSION lz4;
ALTER TABLE ONLY read_0001.scorecards ALTER COLUMN item SET COMPRESSION lz4;

CREATE TABLE read_0001.sessions (
    id bigint NOT NULL,
    ocd_id text NOT NULL,
    jurisdiction text NOT NULL,
    identifier text NOT NULL,
    start_date date,
    end_date date,
    closed_on date,
    closed_by text,
    item json,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    deleted boolean NOT NULL,
    reasons json NOT NULL
);
ALTER TABLE ONLY read_0001.sessions ALTER COLUMN item SET COMPRESSION lz4;

CREATE TABLE read_0001.vote_rolls (
    vote_id bigint NOT NULL,
    votes json
);
ALTER TABLE ONLY read_0001.vote_rolls ALTER COLUMN votes SET COMPRESSION lz4;

CREATE TABLE read_0001.votes (
    id bigint NOT NULL,
    ocd_id text NOT NULL,
    bill_id bigint,
    bill_ocd_id text,
    jurisdiction text NOT NULL,
    session text NOT NULL,
    chamber text,
    day date,
    result text NOT NULL,
    item json,
    updated_at timestamp with time zone NOT NULL,
    seq bigint NOT NULL,
    deleted boolean NOT NULL,
    reasons json NOT NULL
);
ALTER TABLE ONLY read_0001.votes ALTER COLUMN item SET COMPRESSION lz4;

ALTER TABLE ONLY read_0001.address_releases
    ADD CONSTRAINT address_releases_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.advocacy_organizations
    ADD CONSTRAINT advocacy_organizations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.advocacy_positions
    ADD CONSTRAINT advocacy_positions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.agency_comment_periods
    ADD CONSTRAINT agency_comment_periods_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.bill_actions
    ADD CONSTRAINT bill_actions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.bill_derivations
    ADD CONSTRAINT bill_derivations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.bill_details
    ADD CONSTRAINT bill_details_pkey PRIMARY KEY (bill_id);

ALTER TABLE ONLY read_0001.bill_sponsors
    ADD CONSTRAINT bill_sponsors_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.bill_statuses
    ADD CONSTRAINT bill_statuses_pkey PRIMARY KEY (bill_id);

ALTER TABLE ONLY read_0001.bill_versions
    ADD CONSTRAINT bill_versions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.bill_words
    ADD CONSTRAINT bill_words_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.bills
    ADD CONSTRAINT bills_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.boundaries
    ADD CONSTRAINT boundaries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.committees
    ADD CONSTRAINT committees_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.divisions
    ADD CONSTRAINT divisions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.entity
    ADD CONSTRAINT entity_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.jurisdictions
    ADD CONSTRAINT jurisdictions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.lobbying_filings
    ADD CONSTRAINT lobbying_filings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.model_texts
    ADD CONSTRAINT model_texts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.name_matches
    ADD CONSTRAINT name_matches_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.organizations
    ADD CONSTRAINT organizations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.regulation_details
    ADD CONSTRAINT regulation_details_pkey PRIMARY KEY (regulation_id);

ALTER TABLE ONLY read_0001.regulation_words
    ADD CONSTRAINT regulation_words_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.regulations
    ADD CONSTRAINT regulations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.related_bills
    ADD CONSTRAINT related_bills_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.scorecards
    ADD CONSTRAINT scorecards_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY read_0001.vote_rolls
    ADD CONSTRAINT vote_rolls_pkey PRIMARY KEY (vote_id);

ALTER TABLE ONLY read_0001.votes
    ADD CONSTRAINT votes_pkey PRIMARY KEY (id);

CREATE INDEX address_releases_jurisdiction_id_idx ON read_0001.address_releases USING btree (jurisdiction, id);

CREATE UNIQUE INDEX address_releases_ocd_id_idx ON read_0001.address_releases USING btree (ocd_id);

CREATE INDEX address_releases_updated_at_seq_id_idx ON read_0001.address_releases USING btree (updated_at, seq, id);

CREATE INDEX advocacy_organizations_identifiers_idx ON read_0001.advocacy_organizations USING gin (identifiers);

CREATE INDEX advocacy_organizations_jurisdiction_id_idx ON read_0001.advocacy_organizations USING btree (jurisdiction, id);

CREATE INDEX advocacy_organizations_name_key_id_idx ON read_0001.advocacy_organizations USING btree (name_key, id);

CREATE UNIQUE INDEX advocacy_organizations_ocd_id_idx ON read_0001.advocacy_organizations USING btree (ocd_id);

CREATE INDEX advocacy_organizations_subjects_idx ON read_0001.advocacy_organizations USING gin (subjects);

CREATE INDEX advocacy_organizations_updated_at_seq_id_idx ON read_0001.advocacy_organizations USING btree (updated_at, seq, id);

CREATE INDEX advocacy_positions_bill_ocd_id_id_idx ON read_0001.advocacy_positions USING btree (bill_ocd_id, id);

CREATE UNIQUE INDEX advocacy_positions_ocd_id_idx ON read_0001.advocacy_positions USING btree (ocd_id);

CREATE INDEX advocacy_positions_organization_ocd_id_id_idx ON read_0001.advocacy_positions USING btree (organization_ocd_id, id);

CREATE INDEX advocacy_positions_regulation_scheme_regulation_number_id_idx ON read_0001.advocacy_positions USING btree (regulation_scheme, regulation_number, id);

CREATE INDEX advocacy_positions_stated_on_id_idx ON read_0001.advocacy_positions USING btree (stated_on, id);

CREATE INDEX advocacy_positions_updated_at_seq_id_idx ON read_0001.advocacy_positions USING btree (updated_at, seq, id);

CREATE INDEX agency_comment_periods_agency_is_electronic_closes_on_id_idx ON read_0001.agency_comment_periods USING btree (agency, is_electronic, closes_on, id) WHERE (NOT deleted);

CREATE INDEX agency_comment_periods_agency_updated_at_seq_idx ON read_0001.agency_comment_periods USING btree (agency, updated_at, seq);

CREATE INDEX agency_comment_periods_regulation_id_idx ON read_0001.agency_comment_periods USING btree (regulation_id);

CREATE INDEX bill_actions_bill_id_idx ON read_0001.bill_actions USING btree (bill_id);

CREATE INDEX bill_actions_referral_words_idx ON read_0001.bill_actions USING gin (referral_words) WHERE (referral_words IS NOT NULL);

CREATE INDEX bill_derivations_bill_id_kind_language_idx ON read_0001.bill_derivations USING btree (bill_id, kind, language);

CREATE UNIQUE INDEX bill_derivations_ocd_id_idx ON read_0001.bill_derivations USING btree (ocd_id);

CREATE INDEX bill_derivations_updated_at_seq_id_idx ON read_0001.bill_derivations USING btree (updated_at, seq, id);

CREATE INDEX bill_sponsors_bill_id_idx ON read_0001.bill_sponsors USING btree (bill_id);

CREATE INDEX bill_sponsors_name_bill_id_idx ON read_0001.bill_sponsors USING btree (name, bill_id);

CREATE INDEX bill_versions_bill_id_idx ON read_0001.bill_versions USING btree (bill_id);

CREATE INDEX bill_versions_extracted_sha256_idx ON read_0001.bill_versions USING btree (extracted_sha256) WHERE (extracted_sha256 IS NOT NULL);

CREATE INDEX bill_versions_text_sha256_idx ON read_0001.bill_versions USING btree (text_sha256) WHERE (text_sha256 IS NOT NULL);

CREATE INDEX bill_versions_updated_at_idx ON read_0001.bill_versions USING btree (updated_at) WHERE (extracted_sha256 IS NOT NULL);

CREATE INDEX bill_words_coalesce_entered_on_infinity_id_idx ON read_0001.bill_words USING btree (COALESCE(entered_on, '-infinity'::date), id);

CREATE INDEX bill_words_jurisdiction_coalesce_entered_on_infinity_id_idx ON read_0001.bill_words USING btree (jurisdiction, COALESCE(entered_on, '-infinity'::date), id);

CREATE INDEX bill_words_words_idx ON read_0001.bill_words USING gin (words);

CREATE INDEX bills_coalesce_entered_on_infinity_id_idx ON read_0001.bills USING btree (COALESCE(entered_on, '-infinity'::date), id);

CREATE INDEX bills_coalesce_latest_action_on_infinity_id_idx ON read_0001.bills USING btree (COALESCE(latest_action_on, '-infinity'::date), id);

CREATE INDEX bills_identifier_key_jurisdiction_session_id_idx ON read_0001.bills USING btree (identifier_key, jurisdiction, session, id);

CREATE INDEX bills_jurisdiction_coalesce_entered_on_infinity_id_idx ON read_0001.bills USING btree (jurisdiction, COALESCE(entered_on, '-infinity'::date), id);

CREATE INDEX bills_jurisdiction_coalesce_latest_action_on_infinity_id_idx ON read_0001.bills USING btree (jurisdiction, COALESCE(latest_action_on, '-infinity'::date), id);

CREATE INDEX bills_jurisdiction_id_idx ON read_0001.bills USING btree (jurisdiction, id);

CREATE INDEX bills_jurisdiction_session_id_idx ON read_0001.bills USING btree (jurisdiction, session, id) INCLUDE (present, status);

CREATE INDEX bills_jurisdiction_updated_at_seq_id_idx ON read_0001.bills USING btree (jurisdiction, updated_at, seq, id);

CREATE INDEX bills_keywords_idx ON read_0001.bills USING gin (keywords);

CREATE UNIQUE INDEX bills_ocd_id_idx ON read_0001.bills USING btree (ocd_id);

CREATE INDEX bills_status_id_idx ON read_0001.bills USING btree (status, id);

CREATE INDEX bills_updated_at_seq_id_idx ON read_0001.bills USING btree (updated_at, seq, id);

CREATE INDEX boundaries_division_id_id_idx ON read_0001.boundaries USING btree (division_id, id);

CREATE INDEX boundaries_jurisdiction_id_idx ON read_0001.boundaries USING btree (jurisdiction, id);

CREATE UNIQUE INDEX boundaries_ocd_id_idx ON read_0001.boundaries USING btree (ocd_id);

CREATE INDEX boundaries_updated_at_seq_id_idx ON read_0001.boundaries USING btree (updated_at, seq, id);

CREATE INDEX committees_jurisdiction_chamber_name_idx ON read_0001.committees USING btree (jurisdiction, chamber, name);

CREATE INDEX committees_jurisdiction_id_idx ON read_0001.committees USING btree (jurisdiction, id);

CREATE UNIQUE INDEX committees_ocd_id_idx ON read_0001.committees USING btree (ocd_id);

CREATE INDEX committees_updated_at_seq_id_idx ON read_0001.committees USING btree (updated_at, seq, id);

CREATE INDEX divisions_aliases_idx ON read_0001.divisions USING gin (aliases);

CREATE INDEX divisions_division_id_idx ON read_0001.divisions USING btree (division_id);

CREATE UNIQUE INDEX divisions_ocd_id_idx ON read_0001.divisions USING btree (ocd_id);

CREATE INDEX divisions_parent_id_type_idx ON read_0001.divisions USING btree (parent_id, type);

CREATE INDEX divisions_updated_at_seq_id_idx ON read_0001.divisions USING btree (updated_at, seq, id);

CREATE UNIQUE INDEX entity_ocd_id_idx ON read_0001.entity USING btree (ocd_id);

CREATE INDEX entity_replaced_by_idx ON read_0001.entity USING btree (replaced_by) WHERE (replaced_by IS NOT NULL);

CREATE INDEX jurisdictions_abbreviation_idx ON read_0001.jurisdictions USING btree (abbreviation);

CREATE UNIQUE INDEX jurisdictions_ocd_id_idx ON read_0001.jurisdictions USING btree (ocd_id);

CREATE INDEX jurisdictions_updated_at_seq_id_idx ON read_0001.jurisdictions USING btree (updated_at, seq, id);

CREATE INDEX lobbying_filings_client_ocd_id_id_idx ON read_0001.lobbying_filings USING btree (client_ocd_id, id);

CREATE INDEX lobbying_filings_issue_codes_idx ON read_0001.lobbying_filings USING gin (issue_codes);

CREATE UNIQUE INDEX lobbying_filings_ocd_id_idx ON read_0001.lobbying_filings USING btree (ocd_id);

CREATE INDEX lobbying_filings_posted_on_id_idx ON read_0001.lobbying_filings USING btree (posted_on, id);

CREATE INDEX lobbying_filings_registrant_ocd_id_id_idx ON read_0001.lobbying_filings USING btree (registrant_ocd_id, id);

CREATE INDEX lobbying_filings_updated_at_seq_id_idx ON read_0001.lobbying_filings USING btree (updated_at, seq, id);

CREATE INDEX lobbying_filings_year_id_idx ON read_0001.lobbying_filings USING btree (year, id);

CREATE UNIQUE INDEX model_texts_ocd_id_idx ON read_0001.model_texts USING btree (ocd_id);

CREATE INDEX model_texts_updated_at_seq_id_idx ON read_0001.model_texts USING btree (updated_at, seq, id);

CREATE INDEX name_matches_jurisdiction_session_printed_name_idx ON read_0001.name_matches USING btree (jurisdiction, session, printed_name);

CREATE UNIQUE INDEX name_matches_ocd_id_idx ON read_0001.name_matches USING btree (ocd_id);

CREATE INDEX name_matches_person_id_idx ON read_0001.name_matches USING btree (person_id) WHERE (person_id IS NOT NULL);

CREATE INDEX name_matches_updated_at_seq_id_idx ON read_0001.name_matches USING btree (updated_at, seq, id);

CREATE INDEX organizations_id_idx ON read_0001.organizations USING btree (id) WHERE (slug IS NOT NULL);

CREATE INDEX organizations_jurisdiction_classification_name_idx ON read_0001.organizations USING btree (jurisdiction, classification, name);

CREATE UNIQUE INDEX organizations_ocd_id_idx ON read_0001.organizations USING btree (ocd_id);

CREATE INDEX organizations_slug_idx ON read_0001.organizations USING btree (slug);

CREATE INDEX organizations_updated_at_seq_id_idx ON read_0001.organizations USING btree (updated_at, seq, id);

CREATE INDEX people_detail_roles_jsonb_jsonb_path_ops_idx ON read_0001.people USING gin ((((detail -> 'roles'::text))::jsonb) jsonb_path_ops);

CREATE INDEX people_division_id_idx ON read_0001.people USING btree (division_id);

CREATE INDEX people_jurisdiction_chamber_district_idx ON read_0001.people USING btree (jurisdiction, chamber, district);

CREATE INDEX people_jurisdiction_id_idx ON read_0001.people USING btree (jurisdiction, id);

CREATE INDEX people_lower_name_idx ON read_0001.people USING btree (lower(name));

CREATE UNIQUE INDEX people_ocd_id_idx ON read_0001.people USING btree (ocd_id);

CREATE INDEX people_to_tsvector_simple_name_words_idx ON read_0001.people USING gin (to_tsvector('simple'::regconfig, name_words));

CREATE INDEX people_updated_at_seq_id_idx ON read_0001.people USING btree (updated_at, seq, id);

CREATE INDEX regulation_words_coalesce_day_infinity_id_idx ON read_0001.regulation_words USING btree (COALESCE(day, '-infinity'::date), id);

CREATE INDEX regulation_words_jurisdiction_coalesce_day_infinity_id_idx ON read_0001.regulation_words USING btree (jurisdiction, COALESCE(day, '-infinity'::date), id);

CREATE INDEX regulation_words_words_idx ON read_0001.regulation_words USING gin (words);

CREATE INDEX regulations_agencies_idx ON read_0001.regulations USING gin (agencies);

CREATE INDEX regulations_coalesce_comment_closes_on_infinity_id_idx ON read_0001.regulations USING btree (COALESCE(comment_closes_on, '-infinity'::date), id);

CREATE INDEX regulations_coalesce_effective_on_infinity_id_idx ON read_0001.regulations USING btree (COALESCE(effective_on, '-infinity'::date), id);

CREATE INDEX regulations_coalesce_publication_date_infinity_id_idx ON read_0001.regulations USING btree (COALESCE(publication_date, '-infinity'::date), id);

CREATE INDEX regulations_docket_ids_idx ON read_0001.regulations USING gin (docket_ids);

CREATE INDEX regulations_document_ids_idx ON read_0001.regulations USING gin (document_ids);

CREATE INDEX regulations_jurisdiction_id_idx ON read_0001.regulations USING btree (jurisdiction, id);

CREATE INDEX regulations_jurisdiction_updated_at_seq_id_idx ON read_0001.regulations USING btree (jurisdiction, updated_at, seq, id);

CREATE UNIQUE INDEX regulations_ocd_id_idx ON read_0001.regulations USING btree (ocd_id);

CREATE INDEX regulations_rins_idx ON read_0001.regulations USING gin (rins);

CREATE INDEX regulations_type_coalesce_publication_date_infinity_id_idx ON read_0001.regulations USING btree (type, COALESCE(publication_date, '-infinity'::date), id);

CREATE INDEX regulations_type_id_idx ON read_0001.regulations USING btree (type, id);

CREATE INDEX regulations_updated_at_seq_id_idx ON read_0001.regulations USING btree (updated_at, seq, id);

CREATE INDEX related_bills_bill_id_idx ON read_0001.related_bills USING btree (bill_id);

CREATE INDEX scorecards_jurisdiction_id_idx ON read_0001.scorecards USING btree (jurisdiction, id);

CREATE INDEX scorecards_lower_organization_id_idx ON read_0001.scorecards USING btree (lower(organization), id);

CREATE UNIQUE INDEX scorecards_ocd_id_idx ON read_0001.scorecards USING btree (ocd_id);

CREATE INDEX scorecards_sessions_idx ON read_0001.scorecards USING gin (sessions);

CREATE INDEX scorecards_updated_at_seq_id_idx ON read_0001.scorecards USING btree (updated_at, seq, id);

CREATE INDEX sessions_jurisdiction_identifier_idx ON read_0001.sessions USING btree (jurisdiction, identifier);

CREATE INDEX sessions_jurisdiction_updated_at_seq_idx ON read_0001.sessions USING btree (jurisdiction, updated_at, seq);

CREATE UNIQUE INDEX sessions_ocd_id_idx ON read_0001.sessions USING btree (ocd_id);

CREATE INDEX sessions_updated_at_seq_id_idx ON read_0001.sessions USING btree (updated_at, seq, id);

CREATE INDEX votes_bill_id_idx ON read_0001.votes USING btree (bill_id);

CREATE INDEX votes_jurisdiction_id_idx ON read_0001.votes USING btree (jurisdiction, id);

CREATE INDEX votes_jurisdiction_session_id_idx ON read_0001.votes USING btree (jurisdiction, session, id);

CREATE UNIQUE INDEX votes_ocd_id_idx ON read_0001.votes USING btree (ocd_id);

CREATE INDEX votes_updated_at_seq_id_idx ON read_0001.votes USING btree (updated_at, seq, id);

import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Observation } from '../../../ingest/source-interface/observation.ts'
import { AddressRelease } from '../../../schemas/event-bodies/address-release.ts'
import {
  AdvocacyOrganization,
  AdvocacyPosition,
  LobbyingFiling,
} from '../../../schemas/event-bodies/advocacy.ts'
import { Action, BillCore, RelatedBill, Sponsor, Version } from '../../../schemas/event-bodies/bill.ts'
import { Boundary } from '../../../schemas/event-bodies/boundary.ts'
import { ModelText } from '../../../schemas/event-bodies/model-text.ts'
import {
  Committee,
  Division,
  Jurisdiction,
  Organization,
  Person,
  Session,
} from '../../../schemas/event-bodies/reference.ts'
import { CommentPeriod, Regulation } from '../../../schemas/event-bodies/regulation.ts'
import { Scorecard } from '../../../schemas/event-bodies/scorecard.ts'
import { RollCall } from '../../../schemas/event-bodies/vote.ts'

const validators = {
  core: Compile(Type.Omit(BillCore, ['introduced_on', 'session_known'])),
  actions: Compile(Type.Array(Type.Omit(Action, ['id']))),
  sponsors: Compile(Type.Array(Type.Omit(Sponsor, ['id']))),
  versions: Compile(Type.Array(Type.Omit(Version, ['id']))),
  documents: Compile(Type.Array(Type.Omit(Version, ['id']))),
  related_bills: Compile(Type.Array(Type.Omit(RelatedBill, ['id']))),
  vote: Compile(RollCall),
  regulation: Compile(Regulation),
  comment_period: Compile(CommentPeriod),
  comment_count: Compile(Type.Object({ count: Type.Integer(), as_of: Type.String() })),
  jurisdiction: Compile(Jurisdiction),
  session: Compile(Session),
  person: Compile(Person),
  committee: Compile(Committee),
  organization: Compile(Organization),
  division: Compile(Division),
  boundary: Compile(Boundary),
  address_release: Compile(AddressRelease),
  model_text: Compile(ModelText),
  scorecard: Compile(Scorecard),
  advocacy_organization: Compile(AdvocacyOrganization),
  filing: Compile(LobbyingFiling),
  position: Compile(AdvocacyPosition),
}

/** The parts of an observation that do not fit the schemas of the log; empty if all fit. */
export function faultsOf(observation: Observation): string[] {
  return Object.entries(observation.parts).flatMap(([name, part]) => {
    const validator = validators[name as keyof typeof validators]
    if (validator === undefined) return [`${observation.record}: unknown part ${name}`]
    if (validator.Check(part)) return []
    const [first] = validator.Errors(part)
    return [`${observation.record}: ${name}${first?.instancePath ?? ''} ${first?.message ?? ''}`]
  })
}

import { type Command, InvalidArgumentError } from 'commander'
import type { RunCounts } from '../../ingest/runs/run.ts'
import { closeSession } from '../../ingest/sessions/close-session.ts'
import { dayOf } from '../../schemas/calendar-day.ts'
import { type Answer, answers } from '../answer.ts'
import { divisionOf } from '../division-of.ts'
import { withIngest } from '../with-ingest.ts'

/** The end of sessions: sources seldom tell it, and their dates are often wrong. */
export function registerSession(program: Command): void {
  const session = program.command('session').description('that a legislative session ended')
  answers<{ on: string }>(
    session
      .command('close')
      .argument('<jurisdiction>', 'postal code, name or division id')
      .argument('<session>', 'its identifier')
      .requiredOption('--on <day>', 'its last day, YYYY-MM-DD', lastDay)
      .description('it ended: what came to nothing is dead; what is signed later still counts'),
    ({ args: [jurisdiction = '', name = ''], options }) => close(jurisdiction, name, options.on),
  )
  answers(
    session
      .command('reopen')
      .argument('<jurisdiction>', 'postal code, name or division id')
      .argument('<session>', 'its identifier')
      .description('it goes on after all'),
    ({ args: [jurisdiction = '', name = ''] }) => close(jurisdiction, name, null),
  )
}

function close(jurisdiction: string, session: string, closed_on: string | null): Promise<Answer> {
  return withIngest(async (ingest) => {
    const division_id = divisionOf(jurisdiction)
    const counts = await closeSession(ingest, { division_id, session, closed_on })
    const what = closed_on === null ? 'goes on' : `ended on ${closed_on}`
    const bills = counts.by_type['bill.status_changed'] ?? 0
    return {
      text: `${session} ${what}: ${bills} bills changed`,
      json: { session, closed_on, ...eventsOf(counts) },
    }
  })
}

function eventsOf({ run_id, events, by_type }: RunCounts): object {
  return { run_id, events, by_type }
}

function lastDay(text: string): string {
  if (dayOf(text) === text) return text
  throw new InvalidArgumentError('it must be a day such as 2026-03-12')
}

import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LegislogError } from '../../schemas/errors.ts'
import { runCommand } from '../processes/command.ts'
import type { Progress } from './progress.ts'

/** A file of Maven's central repository. */
export type Artifact = {
  readonly group: string
  readonly name: string
  readonly version: string
  readonly type: string
  readonly classifier?: string
}

/**
 * Fills a folder beside the target and renames it, so that what is in place is always whole. The repository is of this
 * one download: two Mavens at once must not share one, and nothing in it is needed twice.
 */
export async function fillOnce(
  target: string,
  fill: (folder: string, repository: string) => Promise<void>,
): Promise<void> {
  if (existsSync(target)) return
  const work = `${target}.partial-${process.pid}`
  const folder = join(work, 'content')
  await rm(work, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  try {
    await fill(folder, join(work, 'repository'))
    await rename(folder, target).catch((cause) => {
      // Another process was faster: its copy is as good.
      if (!existsSync(target)) throw cause
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

export async function runMaven(
  maven: string | undefined,
  repository: string,
  args: readonly string[],
  step: string,
  progress: Progress,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (maven === undefined) throw new LegislogError('service_missing', 'maven (mvn) is not installed')
  let downloaded = 0
  let reportedAt = Date.now()
  await runCommand(maven, ['-B', `-Dmaven.repo.local=${repository}`, ...args], {
    // A folder without a project, because Maven reads the project of its folder.
    folder: dirname(repository),
    ...(signal === undefined ? {} : { signal }),
    onLine: (line) => {
      if (!line.includes('Downloaded from')) return
      downloaded += 1
      if (Date.now() - reportedAt < 2_000) return
      reportedAt = Date.now()
      progress(step, `downloaded ${downloaded} files`)
    },
  })
}

/** Downloads one artifact, without what it depends on. */
export async function getArtifact(
  maven: string | undefined,
  repository: string,
  { group, name, version, type, classifier }: Artifact,
  step: string,
  progress: Progress,
  signal?: AbortSignal,
): Promise<void> {
  // The parent of some artifacts is not published: later versions of the plugin refuse what this one only warns of.
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:2.8:get'
  const artifact = [group, name, version, type, ...(classifier === undefined ? [] : [classifier])].join(':')
  const args = [goal, `-Dartifact=${artifact}`, '-Dtransitive=false']
  await runMaven(maven, repository, args, step, progress, signal)
}

/** The file of a downloaded artifact. */
export function artifactFile(repository: string, artifact: Artifact): string {
  const { group, name, version, type, classifier } = artifact
  const file = [name, version, ...(classifier === undefined ? [] : [classifier])].join('-')
  return join(repository, ...group.split('.'), name, version, `${file}.${type}`)
}

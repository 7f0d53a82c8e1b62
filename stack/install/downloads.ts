import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LegislogError } from '../../schemas/errors.ts'
import { runCommand } from '../processes/command.ts'
import type { Progress } from './progress.ts'

export const kafkaVersion = '4.3.1'
export const registryVersion = '3.0.9'
const registryGroup = 'io.apicurio'
const registryArtifact = 'apicurio-registry-app'

export function kafkaLibraries(cache: string): string {
  return join(cache, `kafka-${kafkaVersion}`)
}

export function registryFolder(cache: string): string {
  return join(cache, `apicurio-${registryVersion}`)
}

export function registryJar(cache: string): string {
  return join(registryFolder(cache), `${registryArtifact}-${registryVersion}-runner.jar`)
}

export async function fetchKafka(
  cache: string,
  maven: string | undefined,
  progress: Progress,
  signal?: AbortSignal,
): Promise<void> {
  await once(kafkaLibraries(cache), async (folder, repository) => {
    progress('kafka', `downloading Kafka ${kafkaVersion} (54 MB)`)
    const pom = join(import.meta.dirname, 'pom.xml')
    const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${folder}`]
    await runMaven(maven, repository, ['-f', pom, ...goal], 'kafka', progress, signal)
  })
}

export async function fetchRegistry(
  cache: string,
  maven: string | undefined,
  progress: Progress,
  signal?: AbortSignal,
): Promise<void> {
  await once(registryFolder(cache), async (folder, repository) => {
    progress('registry', `downloading Apicurio registry ${registryVersion} (109 MB)`)
    // Its parent is not published: later versions of the plugin refuse what this one only warns of.
    const goal = 'org.apache.maven.plugins:maven-dependency-plugin:2.8:get'
    const artifact = `${registryGroup}:${registryArtifact}:${registryVersion}:tar.gz:all`
    await runMaven(
      maven,
      repository,
      [goal, `-Dartifact=${artifact}`, '-Dtransitive=false'],
      'registry',
      progress,
      signal,
    )
    progress('registry', 'unpacking')
    const place = join(repository, ...registryGroup.split('.'), registryArtifact, registryVersion)
    const archive = join(place, `${registryArtifact}-${registryVersion}-all.tar.gz`)
    await runCommand('tar', ['-xzf', archive, '-C', folder])
  })
}

/**
 * Fills a folder beside the target and renames it, so that what is in place is always whole. The repository is of this
 * one download: two Mavens at once must not share one, and nothing in it is needed twice.
 */
async function once(
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

async function runMaven(
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

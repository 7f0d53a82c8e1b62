import { join } from 'node:path'
import { runCommand } from '../processes/command.ts'
import { artifactFile, fillOnce, getArtifact, runMaven } from './maven.ts'
import type { Progress } from './progress.ts'

export const kafkaVersion = '4.3.1'
export const registryVersion = '3.0.9'
const registryArtifact = { group: 'io.apicurio', name: 'apicurio-registry-app' } as const

export function kafkaLibraries(cache: string): string {
  return join(cache, `kafka-${kafkaVersion}`)
}

export function registryFolder(cache: string): string {
  return join(cache, `apicurio-${registryVersion}`)
}

export function registryJar(cache: string): string {
  return join(registryFolder(cache), `${registryArtifact.name}-${registryVersion}-runner.jar`)
}

export async function fetchKafka(
  cache: string,
  maven: string | undefined,
  progress: Progress,
  signal?: AbortSignal,
): Promise<void> {
  await fillOnce(kafkaLibraries(cache), async (folder, repository) => {
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
  await fillOnce(registryFolder(cache), async (folder, repository) => {
    progress('registry', `downloading Apicurio registry ${registryVersion} (109 MB)`)
    const artifact = { ...registryArtifact, version: registryVersion, classifier: 'all', type: 'tar.gz' }
    await getArtifact(maven, repository, artifact, 'registry', progress, signal)
    progress('registry', 'unpacking')
    const archive = artifactFile(repository, artifact)
    await runCommand('tar', ['-xzf', archive, '-C', folder])
  })
}

import { existsSync } from 'node:fs'
import { chmod, rename, rm, writeFile } from 'node:fs/promises'
import { LegislogError } from '../../schemas/errors.ts'
import type { ServiceName } from '../home/layout.ts'
import { runCommand } from '../processes/command.ts'
import { findJava, findPostgres, findProgram, type PostgresPrograms } from './programs.ts'
import type { Progress } from './progress.ts'

export type Programs = {
  readonly postgres?: PostgresPrograms
  readonly redis?: string
  readonly java?: string
  readonly maven?: string
}

const policyFile = '/usr/sbin/policy-rc.d'

/**
 * Finds the programs that these services need. If allowed, it installs missing ones from Debian's packages,
 * without letting them start their own servers. Otherwise it throws `service_missing`, which names the
 * packages.
 */
export async function findPrograms(
  services: readonly ServiceName[],
  needsDownloads: boolean,
  progress: Progress,
): Promise<Programs> {
  const found = await look()
  const missing = await missingPackages(found, services, needsDownloads)
  if (missing.length === 0) return found
  if (!canInstall()) throw new LegislogError('service_missing', howToInstall(missing))
  await install(missing, progress)
  const after = await look()
  // The package with PostGIS depends on the server that was just installed.
  const more = await missingPackages(after, services, needsDownloads)
  if (more.length === 0) return after
  await install(more, progress)
  const last = await look()
  if ((await missingPackages(last, services, needsDownloads)).length > 0) {
    throw new LegislogError('service_missing', howToInstall(more))
  }
  return last
}

async function look(): Promise<Programs> {
  const [postgres, java] = await Promise.all([findPostgres(), findJava()])
  const redis = findProgram('redis-server', ['/opt/homebrew/bin', '/usr/local/bin', '/usr/bin'])
  const maven = findProgram('mvn', ['/opt/homebrew/bin', '/usr/local/bin'])
  return {
    ...(postgres && { postgres }),
    ...(redis && { redis }),
    ...(java && { java }),
    ...(maven && { maven }),
  }
}

async function missingPackages(
  found: Programs,
  services: readonly ServiceName[],
  needsDownloads: boolean,
): Promise<string[]> {
  const missing: string[] = []
  const usesJava = (['kafka', 'registry', 'opensearch'] as const).some((name) => services.includes(name))
  if (services.includes('postgres')) {
    if (found.postgres === undefined) missing.push('postgresql')
    else if (!found.postgres.postgis) missing.push(`postgresql-${found.postgres.major}-postgis-3`)
  }
  if (services.includes('redis') && found.redis === undefined) missing.push('redis-server')
  if (usesJava && found.java === undefined) missing.push('default-jre-headless')
  if (usesJava && needsDownloads && found.maven === undefined) missing.push('maven')
  return missing
}

/** True if packages may be installed on this machine. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && findProgram('apt-get') !== undefined
}

function howToInstall(missing: readonly string[]): string {
  return [
    `missing on this machine: ${missing.join(', ')}. Install with one of`,
    `  apt:  sudo apt-get install postgresql postgis postgresql-postgis redis-server default-jre-headless maven`,
    `  brew: brew install postgresql@17 postgis redis openjdk maven`,
    'or point KAFKA_BROKERS, SCHEMA_REGISTRY_URL, DATABASE_URL and REDIS_URL at services that run already',
  ].join('\n')
}

/** Installs Debian's packages, without letting them start their own servers. */
export async function install(packages: readonly string[], progress: Progress): Promise<void> {
  progress('packages', `installing ${packages.join(', ')}`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const quietly = ['-q', '-y', '-o', 'Dpkg::Use-Pty=0', '-o', 'DPkg::Lock::Timeout=300']
  await withoutServerStarts(async () => {
    await runCommand('apt-get', ['update', '-q'], { env })
    await runCommand('apt-get', ['install', '--no-install-recommends', ...quietly, ...packages], {
      env,
      onLine: (line) => {
        if (line.startsWith('Setting up')) progress('packages', line)
      },
    })
  })
  progress('packages', 'installed', true)
}

/** Debian's packages ask this file before they start a server; ours denies, and what was there comes back. */
async function withoutServerStarts(work: () => Promise<void>): Promise<void> {
  const kept = `${policyFile}.before-legislog`
  // A run that was killed half-way left ours in place and theirs aside.
  if (existsSync(policyFile) && !existsSync(kept)) await rename(policyFile, kept)
  await writeFile(policyFile, '#!/bin/sh\nexit 101\n')
  await chmod(policyFile, 0o755)
  try {
    await work()
  } finally {
    await rm(policyFile, { force: true })
    if (existsSync(kept)) await rename(kept, policyFile)
  }
}

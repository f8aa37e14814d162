/** What V8 writes when it profiles a process: a tree of calls, and which of them ran at each sample. */
export interface CpuProfile {
  readonly nodes: readonly CallNode[];
  /** In microseconds, on the clock of `process.hrtime`. */
  readonly startTime: number;
  /** The node that ran, by its id. */
  readonly samples: readonly number[];
  /** Microseconds since the sample before. */
  readonly timeDeltas: readonly number[];
}

interface CallNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

/** How much of the CPU somebody used, from 0 to 1. */
export interface Share {
  readonly component: string;
  readonly share: number;
}

/** Of what nobody called: the engine's own work, and answers of the system that Node takes in by itself. */
const NODE_ITSELF = 'node';
const IDLE = '(idle)';
const ENGINE = /^\((?:garbage collector|program)\)$/;

/**
 * Who used the CPU from a moment on, the greatest share first: packages, and the rooms of our own code. What Node does
 * itself, the system calls among it, counts for the nearest caller that is not Node's.
 */
export function sharesOf(profile: CpuProfile, from = profile.startTime): readonly Share[] {
  const owners = ownersIn(profile);
  const used = new Map<string, number>();
  let at = profile.startTime;
  profile.samples.forEach((id, index) => {
    const took = profile.timeDeltas[index] ?? 0;
    at += took;
    const component = owners.get(id) ?? NODE_ITSELF;
    if (at >= from && component !== IDLE) used.set(component, (used.get(component) ?? 0) + took);
  });
  const all = [...used.values()].reduce((sum, one) => sum + one, 0);
  return [...used]
    .map(([component, took]) => ({ component, share: took / all }))
    .sort((one, other) => other.share - one.share);
}

/** For each node, whose work it is. A caller stands before the nodes that it calls. */
function ownersIn({ nodes }: CpuProfile): ReadonlyMap<number, string> {
  const owners = new Map<number, string>();
  for (const { id, callFrame, children = [] } of nodes) {
    const owner = ownerOf(callFrame) ?? owners.get(id) ?? NODE_ITSELF;
    owners.set(id, owner);
    for (const child of children) owners.set(child, owner);
  }
  return owners;
}

/** Undefined for what is Node's own. */
function ownerOf({ functionName, url }: CallNode['callFrame']): string | undefined {
  if (functionName === IDLE || ENGINE.test(functionName)) return functionName;
  if (!url.startsWith('file:') && !url.startsWith('/')) return undefined;
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  return inPackage ?? roomOf(url);
}

/** `adapters/oidc/logins`, `flows/order`: the folder, as deep as the rooms of the house go. */
function roomOf(url: string): string | undefined {
  const folders = /\/dist\/(.*)$/.exec(url)?.[1]?.split('/').slice(0, -1);
  if (folders === undefined) return undefined;
  return folders.length === 0
    ? 'composition'
    : folders.slice(0, folders[0] === 'adapters' ? 3 : 1).join('/');
}

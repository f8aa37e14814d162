/** The days left at which an alarm is raised. */
export const ALARMS = [30, 14, 7, 1, 0] as const;

/** One of them. */
export type Alarm = (typeof ALARMS)[number];

/**
 * The last alarm that is due; undefined before the first. Something that lives for few days has the alarms that fit in: it would
 * begin with those before.
 */
export function alarmOf(
  daysLeft: number,
  lifetimeDays = Number.POSITIVE_INFINITY,
): Alarm | undefined {
  return ALARMS.findLast((days) => daysLeft <= days && days < lifetimeDays);
}

/** Something of a tenant's configuration that ends. */
export interface Expiry {
  /** Of an API token perhaps that of the whole installation. */
  readonly tenantId: string;
  readonly kind:
    | 'certificate'
    | 'client-secret'
    | 'registered-key'
    | 'signing-key'
    | 'eid-key'
    | 'api-token';
  /** The eID, application or issuer that has it; of an API token its own id. */
  readonly id: string;
  /** Which one, in words. */
  readonly what: string;
  /** Of a signing key: when its rotation is due. */
  readonly expiresAt: Date;
  /** Whole days; negative once it is past. */
  readonly daysLeft: number;
  /** Of a client secret or API token, when it was last accepted. Absent: never, or not read. */
  readonly lastUsedAt?: Date | undefined;
  /** Undefined: it is more than 30 days away. */
  readonly alarm: Alarm | undefined;
}

/** The days left at which an alarm is raised. */
export const ALARMS = [30, 14, 7, 1, 0] as const;

/** One of them. */
export type Alarm = (typeof ALARMS)[number];

/** The last alarm that is due; undefined before the first. */
export function alarmOf(daysLeft: number): Alarm | undefined {
  return ALARMS.findLast((days) => daysLeft <= days);
}

/** Something of a tenant's configuration that ends. */
export interface Expiry {
  readonly tenantId: string;
  readonly kind: 'certificate' | 'client-secret' | 'registered-key' | 'signing-key';
  /** The eID, application or issuer that has it. */
  readonly id: string;
  /** Which one, in words. */
  readonly what: string;
  /** Of a signing key: when its rotation is due. */
  readonly expiresAt: Date;
  /** Whole days; negative once it is past. */
  readonly daysLeft: number;
  /** Of a client secret, when it was last accepted. Absent: never, or not read. */
  readonly lastUsedAt?: Date | undefined;
  /** Undefined: it is more than 30 days away. */
  readonly alarm: Alarm | undefined;
}

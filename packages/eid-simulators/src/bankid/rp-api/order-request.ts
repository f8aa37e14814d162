/** The kind of an order, named like the endpoint. */
export type OrderKind = 'auth' | 'sign' | 'phone/auth' | 'phone/sign';

/** The RP's requirements for the person and the BankID. */
export interface Requirement {
  readonly pinCode?: boolean;
  readonly mrtd?: boolean;
  readonly cardReader?: 'class1' | 'class2';
  readonly certificatePolicies?: readonly string[];
  readonly personalNumber?: string;
  readonly risk?: 'low' | 'moderate';
}

/** A valid order request. The two data fields stay in base64, because they are signed so. */
export interface OrderRequest {
  readonly kind: OrderKind;
  /** The person that the RP named, in `requirement` or (phone) directly. */
  readonly personalNumber: string | undefined;
  readonly endUserIp: string | undefined;
  readonly callInitiator: 'user' | 'RP' | undefined;
  readonly userVisibleData: string | undefined;
  readonly userVisibleDataFormat: 'plaintext' | 'simpleMarkdownV1' | undefined;
  readonly userNonVisibleData: string | undefined;
  readonly requirement: Requirement;
  readonly returnUrl: string | undefined;
  readonly returnRisk: boolean;
}

/** Whether the order is pushed to the app of a person on the phone with the RP. */
export function isPhoneOrder(kind: OrderKind): boolean {
  return kind === 'phone/auth' || kind === 'phone/sign';
}

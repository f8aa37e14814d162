import { type Asked, digestOf } from '@eid-broker/evidence/expectations';
import { isJsonObject, type Json, type JsonObject } from '../../../domain/json.ts';
import type { StartRequest } from '../../../ports/eid.ts';

/** What the evidence of an order must say; undefined: no evidence is wanted. A signature always has some. */
export function askedOf(request: StartRequest): Asked | undefined {
  const isSignature = request.kind === 'sign';
  if (!isSignature && !request.evidence) return undefined;
  const { visible, nonVisible, format } = request.text ?? {};
  const isMarkdown = visible !== undefined && format === 'markdown';
  return {
    operation: isSignature ? 'Signing' : 'Identification',
    visible: visible && digestOf(visible),
    nonVisible: nonVisible && digestOf(nonVisible),
    format: isMarkdown ? 'simpleMarkdownV1' : 'plaintext',
  };
}

/** As it is stored with the order. */
export function storedAsked({ operation, visible, nonVisible, format }: Asked): JsonObject {
  return {
    operation,
    ...(visible !== undefined && { visible }),
    ...(nonVisible !== undefined && { nonVisible }),
    format,
  };
}

/** Reads it again. Undefined when it is something else. */
export function parseAsked(stored: Json): Asked | undefined {
  if (!isJsonObject(stored)) return undefined;
  const { operation, visible, nonVisible, format } = stored;
  if (operation !== 'Identification' && operation !== 'Signing') return undefined;
  if (format !== 'plaintext' && format !== 'simpleMarkdownV1') return undefined;
  if (!isTextOrAbsent(visible) || !isTextOrAbsent(nonVisible)) return undefined;
  return { operation, visible, nonVisible, format };
}

function isTextOrAbsent(value: Json | undefined): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

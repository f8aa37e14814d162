import { type AnyObjectSchema, ValidationError } from 'yup';

/** The messages of all faults of the settings; none: they are valid. */
export function faultsOf(schema: AnyObjectSchema, settings: unknown): readonly string[] {
  try {
    schema.validateSync(settings, { abortEarly: false });
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.errors;
  }
}

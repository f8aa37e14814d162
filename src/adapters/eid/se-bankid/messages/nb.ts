import type { Messages } from './message-id.ts';

/** Norwegian (bokmål), translated by us. */
export const nb: Messages = {
  RFA1: 'Start BankID-appen.',
  RFA3: 'Handlingen ble avbrutt. Prøv igjen.',
  RFA4: 'En identifisering eller signering pågår allerede for personnummeret ditt. Prøv igjen.',
  RFA5: 'Noe gikk galt. Prøv igjen.',
  RFA6: 'Handlingen ble avbrutt.',
  RFA8: 'BankID-appen svarer ikke. Kontroller at den er startet og at du har internettforbindelse. Prøv deretter igjen.',
  RFA9: 'Skriv inn sikkerhetskoden din i BankID-appen og velg å identifisere deg eller signere.',
  RFA13: 'Prøver å starte BankID-appen.',
  RFA15A:
    'Søker etter BankID. Sørg for at du har en gyldig BankID på denne datamaskinen. Har du BankID på kort, setter du kortet inn i kortleseren.',
  RFA15B: 'Søker etter BankID. Sørg for at du har en gyldig BankID på denne enheten.',
  RFA16:
    'BankID-en din er for gammel eller sperret. Bruk en annen BankID eller skaff deg en ny i banken din.',
  RFA17A:
    'Det ser ikke ut til at du har BankID-appen eller -programmet. Installer det og skaff deg en BankID i banken din.',
  RFA17B: 'Kunne ikke lese QR-koden. Start BankID-appen og skann QR-koden.',
  RFA21: 'En identifisering eller signering pågår.',
  RFA22: 'Noe gikk galt. Prøv igjen.',
  RFA23: 'Ta bilde av og skann ID-dokumentet ditt med BankID-appen.',
  RFA24: 'Skann ansiktet ditt i BankID-appen.',
  RFA25: 'Velg i BankID-appen hvordan du vil bekrefte identiteten din.',
  RFA26: 'ID-dokumentet ditt kunne ikke kontrolleres. Prøv igjen.',
  RFA27: 'Ansiktet ditt ble ikke gjenkjent. Prøv igjen.',
  RFA28: 'Enheten din mangler leseren som trengs for å kontrollere ID-dokumenter.',
  RFA29:
    'Du har flere BankID-er på enheten din. Fjern alle unntatt én i BankID-appen og prøv igjen.',
  RFA30: 'Identiteten din kunne ikke bekreftes. Prøv igjen.',
  updateApp: 'BankID-appen din er for gammel til dette. Oppdater den og prøv igjen.',
};

import type { Messages } from './message-id.ts';

/** Danish, translated by us. */
export const da: Messages = {
  RFA1: 'Start BankID-appen.',
  RFA3: 'Handlingen blev afbrudt. Prøv igen.',
  RFA4: 'En identifikation eller underskrift er allerede i gang for dit personnummer. Prøv igen.',
  RFA5: 'Noget gik galt. Prøv igen.',
  RFA6: 'Handlingen blev afbrudt.',
  RFA8: 'BankID-appen svarer ikke. Kontrollér, at den er startet, og at du har internetforbindelse. Prøv derefter igen.',
  RFA9: 'Indtast din sikkerhedskode i BankID-appen, og vælg at identificere dig eller skrive under.',
  RFA13: 'Forsøger at starte BankID-appen.',
  RFA15A:
    'Søger efter BankID. Sørg for, at du har et gyldigt BankID på denne computer. Hvis du har BankID på kort, skal du sætte kortet i kortlæseren.',
  RFA15B: 'Søger efter BankID. Sørg for, at du har et gyldigt BankID på denne enhed.',
  RFA16:
    'Dit BankID er for gammelt eller spærret. Brug et andet BankID, eller få et nyt i din bank.',
  RFA17A:
    'Du har tilsyneladende ikke BankID-appen eller -programmet. Installer det, og få et BankID i din bank.',
  RFA17B: 'QR-koden kunne ikke scannes. Start BankID-appen, og scan QR-koden.',
  RFA21: 'En identifikation eller underskrift er i gang.',
  RFA22: 'Noget gik galt. Prøv igen.',
  RFA23: 'Fotografér og scan dit id-dokument med BankID-appen.',
  RFA24: 'Scan dit ansigt i BankID-appen.',
  RFA25: 'Vælg i BankID-appen, hvordan du vil bekræfte din identitet.',
  RFA26: 'Dit id-dokument kunne ikke kontrolleres. Prøv igen.',
  RFA27: 'Dit ansigt kunne ikke genkendes. Prøv igen.',
  RFA28: 'Din enhed mangler den læser, der skal bruges til at kontrollere id-dokumenter.',
  RFA29: 'Du har flere BankID på din enhed. Fjern alle undtagen ét i BankID-appen, og prøv igen.',
  RFA30: 'Din identitet kunne ikke bekræftes. Prøv igen.',
  updateApp: 'Din BankID-app er for gammel til dette. Opdater den, og prøv igen.',
};

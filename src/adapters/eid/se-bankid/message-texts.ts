/**
 * BankID's recommended user messages, by BankID's own names, and one of our own. The retired numbers are missing, and
 * RFA2 and RFA18 to RFA20: our pages have their own texts for them.
 */
export type MessageId =
  | 'RFA1'
  | 'RFA3'
  | 'RFA4'
  | 'RFA5'
  | 'RFA6'
  | 'RFA8'
  | 'RFA9'
  | 'RFA13'
  | 'RFA15A'
  | 'RFA15B'
  | 'RFA16'
  | 'RFA17A'
  | 'RFA17B'
  | 'RFA21'
  | 'RFA22'
  | 'RFA23'
  | 'RFA24'
  | 'RFA25'
  | 'RFA26'
  | 'RFA27'
  | 'RFA28'
  | 'RFA29'
  | 'RFA30'
  | 'updateApp';

/** The text of each message in one language. */
export type Messages = Readonly<Record<MessageId, string>>;

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

/** English: BankID's own wording up to RFA23, then our own. */
export const en: Messages = {
  RFA1: 'Start your BankID app.',
  RFA3: 'The action was cancelled. Please try again.',
  RFA4: 'An identification or signature is already in progress for your personal identity number. Please try again.',
  RFA5: 'Something went wrong. Please try again.',
  RFA6: 'The action was cancelled.',
  RFA8: "The BankID app is not responding. Please check that it's started and that you have internet access. Try again.",
  RFA9: 'Enter your security code in the BankID app and select Identify or Sign.',
  RFA13: 'Trying to start your BankID app.',
  RFA15A:
    'Searching for BankID. Make sure you have a valid BankID on this computer. If you have a BankID on card, please insert the card into your card reader.',
  RFA15B: 'Searching for BankID. Make sure you have a valid BankID on this device.',
  RFA16:
    'Your BankID is blocked or too old. Please use another BankID or get a new one from your bank.',
  RFA17A:
    "You don't seem to have the BankID app/program. Please install it and get a BankID from your bank.",
  RFA17B: 'Failed to scan the QR code. Start the BankID app and scan the QR code.',
  RFA21: 'An identification or signing is in progress.',
  RFA22: 'Something went wrong. Please try again.',
  RFA23: 'Take a photo of, and scan, your ID document with the BankID app.',
  RFA24: 'Scan your face in the BankID app.',
  RFA25: 'Choose how to confirm your identity in the BankID app.',
  RFA26: 'Your ID document could not be verified. Please try again.',
  RFA27: 'Your face could not be recognised. Please try again.',
  RFA28: 'Your device has no reader of the kind that is needed to check ID documents.',
  RFA29:
    'You have several BankIDs on your device. Remove all but one in the BankID app and try again.',
  RFA30: 'Your identity could not be confirmed. Please try again.',
  updateApp: 'Your BankID app is too old for this. Please update it and try again.',
};

/** Finnish, translated by us. */
export const fi: Messages = {
  RFA1: 'Käynnistä BankID-sovellus.',
  RFA3: 'Toiminto keskeytettiin. Yritä uudelleen.',
  RFA4: 'Henkilötunnuksellasi on jo käynnissä tunnistautuminen tai allekirjoitus. Yritä uudelleen.',
  RFA5: 'Jokin meni vikaan. Yritä uudelleen.',
  RFA6: 'Toiminto keskeytettiin.',
  RFA8: 'BankID-sovellus ei vastaa. Tarkista, että se on käynnissä ja että sinulla on internetyhteys. Yritä sitten uudelleen.',
  RFA9: 'Kirjoita turvakoodisi BankID-sovellukseen ja valitse tunnistautuminen tai allekirjoitus.',
  RFA13: 'BankID-sovellusta yritetään käynnistää.',
  RFA15A:
    'BankID:tä etsitään. Varmista, että sinulla on voimassa oleva BankID tällä tietokoneella. Jos BankID:si on kortilla, aseta kortti kortinlukijaan.',
  RFA15B: 'BankID:tä etsitään. Varmista, että sinulla on voimassa oleva BankID tällä laitteella.',
  RFA16: 'BankID:si on vanhentunut tai estetty. Käytä toista BankID:tä tai hanki uusi pankistasi.',
  RFA17A:
    'Sinulla ei näytä olevan BankID-sovellusta tai -ohjelmaa. Asenna se ja hanki BankID pankistasi.',
  RFA17B: 'QR-koodin lukeminen epäonnistui. Käynnistä BankID-sovellus ja lue QR-koodi.',
  RFA21: 'Tunnistautuminen tai allekirjoitus on käynnissä.',
  RFA22: 'Jokin meni vikaan. Yritä uudelleen.',
  RFA23: 'Kuvaa ja lue henkilöllisyystodistuksesi BankID-sovelluksella.',
  RFA24: 'Tee kasvojentunnistus BankID-sovelluksessa.',
  RFA25: 'Valitse BankID-sovelluksessa, miten haluat vahvistaa henkilöllisyytesi.',
  RFA26: 'Henkilöllisyystodistuksesi tarkistaminen epäonnistui. Yritä uudelleen.',
  RFA27: 'Kasvojentunnistus epäonnistui. Yritä uudelleen.',
  RFA28: 'Laitteessasi ei ole lukijaa, jota henkilöllisyystodistusten tarkistamiseen tarvitaan.',
  RFA29:
    'Laitteessasi on useita BankID-tunnisteita. Poista BankID-sovelluksessa kaikki paitsi yksi ja yritä uudelleen.',
  RFA30: 'Henkilöllisyytesi vahvistaminen epäonnistui. Yritä uudelleen.',
  updateApp: 'BankID-sovelluksesi on liian vanha tähän. Päivitä se ja yritä uudelleen.',
};

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

/** Swedish: BankID's own wording. The second sentence of RFA29 and `updateApp` are our own. */
export const sv: Messages = {
  RFA1: 'Starta BankID-appen.',
  RFA3: 'Åtgärden avbröts. Försök igen.',
  RFA4: 'En identifiering eller underskrift pågår redan för ditt personnummer. Försök igen.',
  RFA5: 'Något gick fel. Försök igen.',
  RFA6: 'Åtgärden avbröts.',
  RFA8: 'BankID-appen svarar inte. Kontrollera att den är startad och att du har internetanslutning. Försök sedan igen.',
  RFA9: 'Skriv in din säkerhetskod i BankID-appen och välj Identifiera eller Skriv under.',
  RFA13: 'Försöker starta BankID-appen.',
  RFA15A:
    'Söker efter BankID. Säkerställ att du har ett giltigt BankID på den här datorn. Om du har ett BankID på kort, sätt in kortet i kortläsaren.',
  RFA15B: 'Söker efter BankID. Säkerställ att du har ett giltigt BankID på den här enheten.',
  RFA16:
    'Ditt BankID är för gammalt eller spärrat. Använd ett annat BankID eller skaffa ett nytt hos din bank.',
  RFA17A:
    'Du verkar inte ha BankID-appen/programmet. Installera den och skaffa ett BankID hos din bank.',
  RFA17B: 'Misslyckades att läsa av QR-koden. Starta BankID-appen och läs av QR-koden.',
  RFA21: 'En identifiering eller underskrift pågår.',
  RFA22: 'Något gick fel. Försök igen.',
  RFA23: 'Fotografera och läs av din ID-handling med BankID-appen.',
  RFA24: 'Gör en ansiktsigenkänning i BankID-appen.',
  RFA25: 'Välj hur du vill bekräfta din identitet i BankID-appen.',
  RFA26: 'Kontrollen av din ID-handling misslyckades. Försök igen.',
  RFA27: 'Ansiktsigenkänningen misslyckades. Försök igen.',
  RFA28: 'Din enhet saknar den läsare som behövs för att kontrollera ID-handlingar.',
  RFA29: 'Du har flera BankID på din enhet. Ta bort alla utom ett i BankID-appen och försök igen.',
  RFA30: 'Bekräftelsen av din identitet misslyckades. Försök igen.',
  updateApp: 'Din BankID-app är för gammal för det här. Uppdatera den och försök igen.',
};

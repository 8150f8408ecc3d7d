; Installs Sextant for one user. "/S" installs silently, and "/D=C:\FOLDER", as the last argument, in a folder.
Target amd64-unicode
Unicode true
!ifdef QUICK
SetCompressor zlib
!else
SetCompressor /SOLID lzma
!endif
SetDateSave off
ManifestDPIAware true
RequestExecutionLevel user
Name "Sextant"
OutFile "${TO}"
Icon "sextant.ico"
UninstallIcon "sextant.ico"
BrandingText "Sextant {{.Version}}"
InstallDir "$LOCALAPPDATA\Programs\Sextant"
InstallDirRegKey HKCU "Software\Sextant" "Folder"
VIProductVersion "{{.Dotted}}"
VIAddVersionKey "ProductName" "Sextant"
VIAddVersionKey "ProductVersion" "{{.Version}}"
VIAddVersionKey "FileVersion" "{{.Version}}"
VIAddVersionKey "FileDescription" "Installs Sextant"
VIAddVersionKey "CompanyName" "The makers of Sextant"
VIAddVersionKey "LegalCopyright" "Copyright {{.Time.Year}} The makers of Sextant. No licence has been granted yet."

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Sextant"
!define SCHEME "Software\Classes\sextant"
!define NOTIFICATIONS "Software\Classes\AppUserModelId\{{.ID}}"

LoadLanguageFile "${NSISDIR}\Contrib\Language files\English.nlf"
LoadLanguageFile "${NSISDIR}\Contrib\Language files\Finnish.nlf"
LoadLanguageFile "${NSISDIR}\Contrib\Language files\German.nlf"
LoadLanguageFile "${NSISDIR}\Contrib\Language files\Swedish.nlf"

; The message if the program is open while it is being removed.
LangString open 1033 "Sextant is open. Close it, and try again."
LangString open 1035 "Sextant on auki. Sulje se ja yritä uudelleen."
LangString open 1031 "Sextant ist geöffnet. Bitte schließen und noch einmal versuchen."
LangString open 1053 "Sextant är öppet. Stäng det och försök igen."

Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

Section
	SetOutPath "$INSTDIR"
	; A program that is open cannot be replaced, but renamed: it goes on until it is closed, and the next one is the new one.
	Delete "$INSTDIR\sextant-before.exe"
	Rename "$INSTDIR\sextant.exe" "$INSTDIR\sextant-before.exe"
	File "/oname=sextant.exe" "${PROGRAM}"
	Delete "$INSTDIR\sextant-before.exe"
	File "sextant.ico"
	File "third-party.txt"
	WriteUninstaller "$INSTDIR\uninstall.exe"
	CreateShortcut "$SMPROGRAMS\Sextant.lnk" "$INSTDIR\sextant.exe"
	WriteRegStr HKCU "Software\Sextant" "Folder" "$INSTDIR"

	WriteRegStr HKCU "${SCHEME}" "" "URL:Teletext page"
	WriteRegStr HKCU "${SCHEME}" "URL Protocol" ""
	WriteRegStr HKCU "${SCHEME}\DefaultIcon" "" "$INSTDIR\sextant.ico"
	WriteRegStr HKCU "${SCHEME}\shell\open\command" "" '"$INSTDIR\sextant.exe" "%1"'

	WriteRegExpandStr HKCU "${NOTIFICATIONS}" "DisplayName" "Sextant"

	WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Sextant"
	WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "{{.Version}}"
	WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\sextant.ico"
	WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The makers of Sextant"
	WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
	WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
	WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
	WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
	WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

; The profile stays.
Section "Uninstall"
again:
	Delete "$INSTDIR\sextant-before.exe"
	Delete "$INSTDIR\sextant.exe"
	IfFileExists "$INSTDIR\sextant-before.exe" busy
	IfFileExists "$INSTDIR\sextant.exe" 0 free
busy:
	MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(open)" /SD IDCANCEL IDRETRY again
	SetErrorLevel 2
	Abort
free:
	Delete "$INSTDIR\sextant.ico"
	Delete "$INSTDIR\third-party.txt"
	Delete "$INSTDIR\uninstall.exe"
	RMDir "$INSTDIR"
	Delete "$SMPROGRAMS\Sextant.lnk"
	; What the toolkit puts aside, of which nothing is the user's.
	RMDir /r "$APPDATA\fyne\{{.ID}}"
	RMDir "$APPDATA\fyne"
	RMDir /r "$LOCALAPPDATA\fyne\{{.ID}}"
	RMDir "$LOCALAPPDATA\fyne"
	DeleteRegKey HKCU "${UNINSTALL}"
	DeleteRegKey HKCU "${SCHEME}"
	DeleteRegKey HKCU "${NOTIFICATIONS}"
	DeleteRegKey HKCU "Software\Sextant"
SectionEnd
